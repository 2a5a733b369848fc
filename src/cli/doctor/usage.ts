/** The output of `custody-gateways doctor --help`. */
export const DOCTOR_USAGE = `Usage: custody-gateways doctor xrpl|aptos|stacks [flags]

Checks what a gateway needs, with the variables of serve, and says what to do: the settings, the credentials and
the clock at Fireblocks, the nodes, the vault account with its address and its funds, and the store. It asks for
no signature and changes nothing.

Flags:
  --vault ID        the vault account (default 0)
  --address TEXT    the address that you have pinned for it, or that the console shows
  --env-file FILE   variables, as for serve; those of the process come before them
  --sandbox         on a sandbox of its own, with vault accounts 0 to 9 funded
  --json            one JSON document on standard output, for scripts
  -h, --help        shows this

Exit codes: 0 nothing failed, 1 something failed, 2 a mistake in the command line.
`;
