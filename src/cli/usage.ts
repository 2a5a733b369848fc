/** The output of `custody-gateways --help`. */
export const USAGE = `Usage: custody-gateways <command>

Commands:
  demo      Signs, submits and confirms transactions on an embedded sandbox, offline.
  serve     Starts a gateway's HTTP server: serve xrpl, serve aptos, serve stacks.
            Or one that signs for a provider: serve provider-proxy, serve netlink-proxy,
            serve request-signer.
  xrpl, aptos, stacks
            Every operation of a gateway: xrpl transfer 0 --to r... --amount-xrp 25,
            and pending, resume, cancel, export. xrpl --help lists them.
  doctor    Checks what a gateway needs, and says what to do: doctor xrpl --vault 0.
  sandbox   Starts the sandbox and prints its URLs and credentials, until stopped.

Options:
  -h, --help     Shows this. After a command: its own flags.
  -v, --version  Shows the version.

Exit codes: 0 done, 1 failed, 2 a mistake in the command line or its variables, 3 not known yet.
`;

/** The output of `custody-gateways sandbox --help`. */
export const SANDBOX_USAGE = `Usage: custody-gateways sandbox [flags]

Starts the sandbox and prints its URLs and credentials, until stopped.

Flags:
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
  -h, --help                        shows this
`;

/** The output of `custody-gateways demo --help`. */
export const DEMO_USAGE = `Usage: custody-gateways demo [flags]

Signs, submits and confirms transactions on an embedded sandbox, offline, and calls an
exchange over both provider APIs.

Flags:
  --chain xrpl|aptos|stacks|provider
              one chain, or the provider APIs, alone (default all)
  --fast      the same steps, waiting as little as possible
  --json      for scripts: one JSON object a line for each transaction, answer or refusal
              (step, chain, what, ms, hash, outcome), and a summary
  -h, --help  shows this
`;
