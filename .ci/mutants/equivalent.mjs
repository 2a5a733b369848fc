// Mutants that change nothing that could be seen, each with the reason. One that is not drawn any more fails the run.
export const EQUIVALENT = [
  {
    file: 'src/aptos/node/lookup.ts',
    name: 'hash !== undefined -> dropped',
    why: 'only a signed transaction is looked for patiently, and that has a hash',
  },
  {
    file: 'src/aptos/node/lookup.ts',
    name: 'ledger.archives.length === 0 -> dropped',
    why: 'of no archives none has it; the comparison saves loading what asks them',
  },
  {
    file: 'src/aptos/node/pruned.ts',
    name: 'start !== undefined -> dropped',
    why: 'what is not there is less than no number, so that the next comparison says the same; this one tells the types',
  },
  {
    file: 'src/fireblocks/requests/identity.ts',
    name: 'operation === undefined -> dropped',
    why: 'an answer that names no operation was completed with the one that was asked for before it is compared',
  },
  {
    file: 'src/stacks/node/lookup.ts',
    name: "seen.state === 'open' -> dropped",
    why: 'nothing but an open status can say that it was dropped; the comparison tells the types so',
  },
  {
    file: 'src/stacks/node/spender.ts',
    name: "condition.kind !== 'single' -> dropped",
    why: 'whatever has not one signature has another hash mode; the comparison tells the types so',
  },
  {
    file: 'src/stacks/node/spender.ts',
    name: 'raw !== undefined -> dropped',
    why: 'what is not there cannot be read as a transaction, so that the next condition says the same; this one tells the types',
  },
  {
    file: 'src/xrpl/wire/x-address.ts',
    name: "typeof to !== 'string' -> dropped",
    why: 'what is no text was refused before; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/building.ts',
    name: 'value === undefined -> dropped',
    why: 'there are as many numbers as inputs; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/building.ts',
    name: 'index === undefined -> dropped',
    why: 'a chain whose transactions expire tells its height in each reading; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/at-signer.ts',
    name: 'order !== undefined -> dropped',
    why: 'nothing is asked for before it is built; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/at-signer.ts',
    name: "order !== 'irreproducible' -> dropped",
    why: 'nothing is asked for that could not be built again, and a word has no part that says how; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/delivering.ts',
    name: "status?.state === 'open' -> dropped",
    why: 'whatever is told as unconfirmed was looked up and has no outcome, so that it is open where it is not unknown; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/making.ts',
    name: "order === 'irreproducible' -> dropped",
    why: 'a word has no part that depends on a key or not, so that the next condition says the same; this one tells the types',
  },
  {
    file: 'src/transactions/life/plausible.ts',
    name: 'createdAt === undefined -> dropped',
    why: 'a span that is no number leaves no time, as no span at all does; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/plausible.ts',
    name: 'expiresAt === undefined -> dropped',
    why: 'a span that is no number leaves no time, as no span at all does; the comparison tells the types so',
  },
  {
    file: 'src/transactions/life/verdict.ts',
    name: "each.state === 'expired' -> dropped",
    why: 'of what says the same in any other way, the first is as good as any; the comparison tells the types so',
  },
  {
    file: 'src/xrpl/node/spender.ts',
    name: 'first !== undefined -> dropped',
    why: 'no number is less than what is not there, so that the next comparison says the same; this one tells the types',
  },
];
