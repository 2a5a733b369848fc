/** A transaction in the form of `/extended/v1`, from any version of the API: callers know its field names. */
export interface NodeTransaction {
  readonly tx_id: string;
  readonly tx_status: string;
  readonly tx_type: string;
  readonly nonce: number;
  readonly fee_rate: string;
  readonly sender_address: string;
  readonly sponsor_address?: string | null | undefined;
  readonly sponsor_nonce?: number | null | undefined;
  readonly canonical?: boolean | undefined;
  /** Of v1, and of blocks before Nakamoto. */
  readonly microblock_canonical?: boolean | undefined;
  readonly block_height?: number | undefined;
  readonly tx_result?: { readonly hex: string; readonly repr: string } | undefined;
  readonly [field: string]: unknown;
}

/** Whether the chain has left out the block, or microblock, that a transaction was in. */
export function isLeftOut({
  canonical,
  microblock_canonical: inMicroblock,
}: NodeTransaction): boolean {
  return canonical === false || inMicroblock === false;
}
