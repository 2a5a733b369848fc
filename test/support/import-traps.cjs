// Preloaded into a fresh process: notes whatever a module does while it is imported.
const events = [];
const note = (what) => {
  // Node's own loader reads files and the environment too; only what modules do counts.
  const caller = new Error().stack.split('\n').slice(3)[0] ?? '';
  if (!/\(node:internal\/|at node:internal/.test(caller)) {
    events.push(`${what} ${caller.trim()}`);
  }
};

function trap(object, name, what = name) {
  const original = object[name];
  object[name] = function trapped(...args) {
    note(what);
    return Reflect.apply(original, new.target ? undefined : this, args);
  };
}

const fs = require('node:fs');
const { Socket, Server } = require('node:net');
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'fetch']) trap(globalThis, name);
for (const name of ['connect']) trap(Socket.prototype, name, 'Socket.connect');
for (const name of ['listen']) trap(Server.prototype, name, 'Server.listen');
trap(require('node:dgram'), 'createSocket', 'dgram.createSocket');
for (const name of ['lookup', 'resolve']) trap(require('node:dns'), name, `dns.${name}`);
for (const module of ['node:http', 'node:https']) {
  for (const name of ['request', 'get', 'createServer'])
    trap(require(module), name, `${module}.${name}`);
}
for (const name of ['spawn', 'exec', 'execFile', 'fork', 'spawnSync', 'execSync']) {
  trap(require('node:child_process'), name, `child_process.${name}`);
}
const READS = ['readFileSync', 'openSync', 'open', 'readFile', 'createReadStream', 'readdirSync'];
for (const name of [...READS, 'writeFileSync', 'writeFile', 'existsSync', 'statSync', 'watch']) {
  trap(fs, name, `fs.${name}`);
}
for (const name of ['readFile', 'open', 'writeFile', 'stat', 'readdir']) {
  trap(fs.promises, name, `fs.promises.${name}`);
}
for (const name of ['emitWarning', 'on', 'once', 'addListener'])
  trap(process, name, `process.${name}`);
for (const name of ['log', 'warn', 'error', 'info', 'debug'])
  trap(console, name, `console.${name}`);

const write = process.stdout.write.bind(process.stdout);
for (const stream of ['stdout', 'stderr']) trap(process[stream], 'write', `${stream}.write`);

const realEnv = process.env;
process.env = new Proxy(realEnv, {
  get(target, name) {
    note(`env.${String(name)}`);
    return target[name];
  },
  has(target, name) {
    note(`env.${String(name)}`);
    return name in target;
  },
  ownKeys(target) {
    note('env');
    return Reflect.ownKeys(target);
  },
});

/** What every realm has; a module that changes it changes it for all. */
function globals() {
  const prototypes = [Object, Array, String, Number, BigInt, Promise, Error, Map, Set, Uint8Array];
  return [
    ...Object.getOwnPropertyNames(globalThis),
    ...prototypes.flatMap(({ name, prototype }) =>
      Object.getOwnPropertyNames(prototype).map((member) => `${name}.prototype.${member}`),
    ),
  ];
}

globalThis.__importTraps = async (url) => {
  const before = new Set(globals());
  await import(url);
  // The schema library keeps its registry there, so that two copies of it agree.
  const added = globals().filter((name) => !before.has(name) && !name.startsWith('__zod_'));
  const seen = [...events, ...added.map((name) => `global ${name}`)];
  const resources = process
    .getActiveResourcesInfo()
    .filter((name) => !/^(?:PipeWrap|TTYWrap|FSReqPromise|CloseReq)$/.test(name));
  write(`${JSON.stringify({ seen, resources })}\n`);
};
