import {
  type ClarityValue,
  deserializeCV,
  getAddressFromPrivateKey,
  makeContractCall,
  makeSTXTokenTransfer,
  type PostCondition,
  type PostConditionModeName,
  type StacksTransactionWire,
  serializeCV,
} from '@stacks/transactions';

/** What a node answers to a transaction. */
export interface Broadcast {
  readonly status: number;
  readonly body: unknown;
}

/** What the API tells of a transaction, as far as tests read it. */
export interface ShownTransaction {
  readonly tx_id: string;
  readonly tx_status: string;
  readonly tx_type: string;
  readonly tx_result?: { readonly repr: string; readonly hex: string };
  readonly [member: string]: unknown;
}

interface Common {
  readonly nonce?: bigint;
  readonly fee?: bigint;
}

interface CallOptions extends Common {
  readonly postConditions?: PostCondition[];
  readonly mode?: PostConditionModeName;
}

/** No connection is kept: a VM at work might miss that the server has closed it. */
const FRESH = { connection: 'close' };

/** Somebody with a key and the chain's own library: the sandbox's independent client. */
export class StacksClient {
  readonly #url: string;
  readonly #key: string;
  readonly #network: 'mainnet' | 'testnet';
  readonly address: string;

  constructor(url: string, privateKey: string, network: 'mainnet' | 'testnet' = 'testnet') {
    this.#url = url;
    this.#key = privateKey;
    this.#network = network;
    this.address = getAddressFromPrivateKey(privateKey, network);
  }

  async get<Body = Record<string, unknown>>(path: string): Promise<{ status: number; body: Body }> {
    const response = await fetch(`${this.#url}${path}`, { headers: FRESH });
    const text = await response.text();
    return { status: response.status, body: JSON.parse(text) as Body };
  }

  async post(path: string, body: unknown): Promise<Broadcast> {
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: { ...FRESH, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: await response.json() };
  }

  async nextNonce(): Promise<bigint> {
    const { body } = await this.get(`/extended/v1/address/${this.address}/nonces`);
    return BigInt(body.possible_next_nonce as number);
  }

  async transfer(
    recipient: string,
    amount: bigint,
    { nonce, fee = 1_000n, memo = '' }: Common & { memo?: string } = {},
  ): Promise<StacksTransactionWire> {
    return makeSTXTokenTransfer({
      recipient,
      amount,
      fee,
      memo,
      nonce: nonce ?? (await this.nextNonce()),
      senderKey: this.#key,
      network: this.#network,
    });
  }

  async call(
    contract: string,
    functionName: string,
    functionArgs: ClarityValue[],
    { nonce, fee = 2_000n, postConditions = [], mode = 'deny' }: CallOptions = {},
  ): Promise<StacksTransactionWire> {
    const [contractAddress = '', contractName = ''] = contract.split('.');
    return makeContractCall({
      contractAddress,
      contractName,
      functionName,
      functionArgs,
      fee,
      postConditions,
      postConditionMode: mode,
      nonce: nonce ?? (await this.nextNonce()),
      senderKey: this.#key,
      network: this.#network,
    });
  }

  async broadcast(tx: StacksTransactionWire | Uint8Array): Promise<Broadcast> {
    const bytes = tx instanceof Uint8Array ? tx : tx.serializeBytes();
    const response = await fetch(`${this.#url}/v2/transactions`, {
      method: 'POST',
      headers: { ...FRESH, 'content-type': 'application/octet-stream' },
      body: Buffer.from(bytes),
    });
    return { status: response.status, body: await response.json() };
  }

  async transaction(txid: string): Promise<ShownTransaction> {
    return (await this.get<ShownTransaction>(`/extended/v1/tx/${txid}`)).body;
  }

  async read(contract: string, name: string, args: ClarityValue[]): Promise<ClarityValue> {
    const path = `/v2/contracts/call-read/${contract.replace('.', '/')}/${name}`;
    const hexes = args.map((value) => `0x${serializeCV(value)}`);
    const { body } = await this.post(path, { sender: this.address, arguments: hexes });
    const answer = body as { okay: boolean; result?: string; cause?: string };
    if (!answer.okay || answer.result === undefined) throw new Error(answer.cause);
    return deserializeCV(answer.result);
  }
}
