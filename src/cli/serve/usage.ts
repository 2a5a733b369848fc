/** The output of `custody-gateways serve --help`. */
export const SERVE_USAGE = `Usage: custody-gateways serve xrpl|aptos|stacks [--env-file FILE] [--sandbox]
       custody-gateways serve provider-proxy|netlink-proxy|request-signer [the same]

Starts a gateway's HTTP server, or one that signs for a provider. GET /api-docs is a page to try it out on.

Options:
  --env-file FILE   variables; those of the process come before them
  --sandbox         on a sandbox with vault accounts 0 to 9 funded; needs no account anywhere
  -h, --help        shows this

The custody platform (every CUSTODY_ may be FIREBLOCKS_ instead):
  CUSTODY_API_KEY              the API user's id; required
  CUSTODY_API_PATH_TO_SECRET   the path of its private key's file; required;
                               CUSTODY_SECRET_KEY_PATH is the same
  CUSTODY_API_SECRET           in containers: a path that wins over those. Never the key itself
  CUSTODY_BASE_PATH            US (default), EU, EU2, sandbox, or a URL

serve xrpl:
  CUSTODY_ASSET_ID     XRP_TEST (default) for testnet, XRP for mainnet
  XRPL_URL             a JSON-RPC node of that network, or several with commas between: if these are of
                       several operators, two have to agree on the outcome of a transaction

serve aptos:
  APTOS_NETWORK        aptos-mainnet (default), aptos-testnet, movement-mainnet, movement-testnet
  CHAIN_FULLNODE_URL   nodes, as XRPL_URL; of any chain, unless APTOS_NETWORK names it
  CHAIN_INDEXER_URL    an indexer of the same chain; default: the public one of APTOS_NETWORK. Without one for
                       the nodes' chain, requests that need it are answered with 503
  CHAIN_ARCHIVE_URL    nodes that keep all history, for history that the others have pruned;
                       every CHAIN_ may be APTOS_ instead

serve stacks:
  NETWORK              MAINNET (default), TESTNET; STACKS_NETWORK is the same
  STACKS_URL           a node of that network with the API beside it; several as XRPL_URL
  STACKS_API_KEY       sent to it as x-api-key

serve provider-proxy, netlink-proxy and request-signer, instead of the custody platform:
  PROVIDER_URL                 the provider's base URL; the request signer has none
  PROVIDER_API_KEY             the key that it issued; required
  PROVIDER_SECRET_PATH         the path of the file with the shared secret or the private key; required
  PROVIDER_ALGORITHM           such as HMAC-SHA512, as it was agreed; required, as the next two
  PROVIDER_PRE_ENCODING        base64, hexstr, base58, base32, url-encoded, plain
  PROVIDER_POST_ENCODING       base64, hexstr, base58, base32, plain
  PROVIDER_BASE32_CASE         lower (default), upper
  PROVIDER_SIGNED_BASE_PATH    the part of paths that is not signed; for the request signer
  PROVIDER_SIGNED_PATH_PREFIX  text that is signed in front of paths
  PROVIDER_PLATFORM_SECRET_PATH  the private key of the platform's own signature; request-signer then
                               signs every request with it, which belongs on off-exchange calls only
  PROVIDER_MASKING             NONE (default), SHA512, SHA3_256, SHA256: for netlink-proxy

The server:
  PORT                 default 3000
  HOST                 default 127.0.0.1: every client that reaches the server may move funds
  HOSTS                the host names it may be called by, with commas between; default: any, on loopback its own
  API_TOKEN            the token that callers send as "Authorization: Bearer"; required beyond loopback
  ALLOW_UNAUTHENTICATED  1 makes it optional there, if a proxy in front decides which callers are allowed
  REDIS_URL            the Redis through which replicas with the same vault accounts take turns;
                       needs the package redis
  CUSTODY_VAULT_ACCOUNT_ID  ignored: a request's path names the vault account
  SDK_LOG_LEVEL        debug, info (default), warn, error, fatal

All missing and wrong variables are reported at once, with exit code 2.
`;
