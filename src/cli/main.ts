#!/usr/bin/env node
const USAGE = `Usage: custody-gateways <command>

Commands:
  demo      Signs, submits and confirms transactions on an embedded sandbox, offline.
  serve     Starts a gateway's HTTP server: serve xrpl, serve aptos, serve stacks.
            Or one that signs for a provider: serve provider-proxy, serve netlink-proxy,
            serve request-signer.
            serve --help                      lists the variables that configure it
            --env-file FILE                   variables; those of the process come before them
            --sandbox                         on a sandbox, with vault accounts 0 to 9 funded
  sandbox   Starts the sandbox and prints its URLs and credentials, until stopped.
            --custody-port N, --xrpl-port N, --aptos-port N, --aptos-indexer-port N,
            --stacks-port N, --netlink-port N, --provider-port N, --platform-port N
                                              fixed ports (default: any free)
            --ledger-close-ms N               milliseconds between ledgers (default 1000)
            --latency-ms N                    milliseconds by which every answer is delayed
            --seed TEXT                       keys and addresses follow from it
            --approvals auto|manual           how requests are approved (default auto)
            --provider-for-validation         a v2 provider for the vendor's validator, whose
                                              variables are printed: > .env
            --provider-scheme ALGORITHM/PRE/POST
                                              how it signs (default hmac-sha512/base64/base64)

Options:
  -h, --help  Shows this.
`;

/** 0 for success, 1 for a failure, 2 for a mistake in the command line. */
async function main(args: string[]): Promise<number> {
  const [command = '', ...rest] = args;
  const asksForHelp = rest.includes('--help') || rest.includes('-h');
  // Only the servers have more options than fit here. Each command loads only what it needs; `serve` loads a
  // sandbox only if asked to.
  switch (asksForHelp && command !== 'serve' ? '--help' : command) {
    case 'demo':
      return (await import('./demo/index.js')).runDemo();
    case 'sandbox':
      return (await import('./sandbox.js')).runSandbox(rest);
    case 'serve':
      return (await import('./serve/index.js')).runServe(rest);
    case '-h':
    case '--help':
      process.stdout.write(USAGE);
      return 0;
    default:
      process.stderr.write(USAGE);
      return 2;
  }
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
