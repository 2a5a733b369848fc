/** The output of `custody-gateways doctor --help`. */
export const DOCTOR_USAGE = `Usage: custody-gateways doctor xrpl|aptos|stacks [flags]

Checks what a gateway needs, with the variables of serve, and says what to do: the settings, the credentials and
the clock at Fireblocks, the nodes, the vault account with its address and its funds, and the store. It changes
nothing, and asks for no signature without --sign.

Flags:
  --vault ID        the vault account (default 0)
  --address TEXT    the address that you have pinned for it, or that the console shows
  --sign            asks for one signature, to see whether raw signing is allowed: of a text that is
                    no transaction of any chain and says so to the approvers; nothing is sent
  --key TEXT        with --sign: goes on with an earlier run's request (each run prints its key)
  --wait SECONDS    with --sign: how long to wait for an approver (default 300)
  --env-file FILE   variables, as for serve; those of the process come before them
  --sandbox         on a sandbox of its own, with vault accounts 0 to 9 funded
  --json            one JSON document on standard output, for scripts
  -h, --help        shows this

Exit codes: 0 nothing failed, 1 something failed, 2 a mistake in the command line, 3 no signature yet.
`;
