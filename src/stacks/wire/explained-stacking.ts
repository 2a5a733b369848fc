import { fromHex } from '../../core/bytes.js';
import { shortened } from '../../core/shown.js';
import { formatStx } from './amounts.js';
import { formatBitcoinAddress } from './bitcoin-address.js';
import { decodeValue } from './clarity-codec.js';
import type { ClarityValue } from './clarity-value.js';
import type { Call } from './explanation.js';
import type { LegibleStacksTransaction } from './payload.js';
import { plainValue } from './plain-value.js';
import { bootAddress } from './principals.js';

type Network = LegibleStacksTransaction['network'];

/** What a call of the chain's own stacking contracts does; `undefined` for any other call. */
export function stackingWords(
  { contract, functionName, args }: Call,
  network: Network,
): string | undefined {
  const [first, second, third, fourth, fifth] = args;
  const words: Readonly<Record<string, () => string>> = {
    'pox-4 stack-stx': () =>
      `Stack ${amount(first)} for ${text(fourth)} cycles, rewards to ${rewards(second, network)}`,
    'pox-4 stack-extend': () =>
      `Stack for ${text(first)} more cycles, rewards to ${rewards(second, network)}`,
    'pox-4 stack-increase': () => `Stack ${amount(first)} more`,
    'pox-4 delegate-stx': () =>
      `Let ${text(second)} stack up to ${amount(first)} of this account${until(third)}${paidTo(fourth, network)}`,
    'pox-4 revoke-delegate-stx': () => 'Take back the permission to stack for this account',
    'pox-4 allow-contract-caller': () =>
      `Let the contract ${text(first)} stack for this account${until(second)}`,
    'pox-5 stake': () =>
      `Stake ${amount(second)} for ${text(third)} cycles with the manager ${text(first)}${payout(fifth, network)}`,
    'pox-5 stake-update': () =>
      `Change the stake: ${amount(fourth)} more, ${text(third)} cycles more, with the manager ${text(first)}${payout(fifth, network)}`,
    'pox-5 unstake': () => `End the stake with the manager ${text(first)}`,
  };
  const [address, name] = contract.split('.');
  const key = `${name} ${functionName}`;
  return address === bootAddress(network) && Object.hasOwn(words, key) ? words[key]?.() : undefined;
}

function inOptional(value: ClarityValue | undefined): ClarityValue | undefined {
  return value?.type === 'some' ? value.value : undefined;
}

function paidTo(value: ClarityValue | undefined, network: Network): string {
  const address = inOptional(value);
  return address ? `, rewards to ${rewards(address, network)}` : '';
}

/** Managers of the reference family read a payout from their calldata. */
function payout(value: ClarityValue | undefined, network: Network): string {
  const calldata = inOptional(value);
  if (calldata?.type !== 'buffer') return '';
  const read = valueIn(calldata.value);
  const { 'pox-addr': to, 'max-fee': fee } = read?.type === 'tuple' ? read.value : {};
  if (!to || !fee) return `, calldata ${shortened(`0x${calldata.value}`)}`;
  return `, rewards to ${rewards(to, network)} for at most ${text(fee)} sats of fee`;
}

function valueIn(hex: string): ClarityValue | undefined {
  try {
    return decodeValue(hex);
  } catch {
    return undefined;
  }
}

function text(value: ClarityValue | undefined): string {
  return value ? `${plainValue(value)}` : '';
}

function amount(value: ClarityValue | undefined): string {
  return formatStx(BigInt(text(value)));
}

function until(value: ClarityValue | undefined): string {
  return inOptional(value) ? `, until Bitcoin block ${text(value)}` : '';
}

function rewards(value: ClarityValue | undefined, network: Network): string {
  if (value?.type !== 'tuple') return text(value);
  const { version, hashbytes } = value.value;
  const bytesOf = (part: ClarityValue | undefined) =>
    fromHex(text(part).slice(2)) ?? new Uint8Array();
  const [kind = 0] = bytesOf(version);
  return formatBitcoinAddress({ version: kind, hashbytes: bytesOf(hashbytes) }, network);
}
