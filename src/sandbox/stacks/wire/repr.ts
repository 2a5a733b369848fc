import { ClarityType, type ClarityValue } from '@stacks/transactions';

/** A value as the node and the API write it: `(ok (tuple (amount u5) (to SP...)))`. */
export function repr(value: ClarityValue): string {
  switch (value.type) {
    case ClarityType.BoolTrue:
      return 'true';
    case ClarityType.BoolFalse:
      return 'false';
    case ClarityType.Int:
      return `${value.value}`;
    case ClarityType.UInt:
      return `u${value.value}`;
    case ClarityType.Buffer:
      return `0x${value.value}`;
    case ClarityType.OptionalNone:
      return 'none';
    case ClarityType.OptionalSome:
      return `(some ${repr(value.value)})`;
    case ClarityType.ResponseOk:
      return `(ok ${repr(value.value)})`;
    case ClarityType.ResponseErr:
      return `(err ${repr(value.value)})`;
    case ClarityType.PrincipalStandard:
    case ClarityType.PrincipalContract:
      return value.value;
    case ClarityType.List:
      return `(list${value.value.map((item) => ` ${repr(item)}`).join('')})`;
    case ClarityType.Tuple:
      return `(tuple${Object.keys(value.value)
        .sort()
        .map((name) => ` (${name} ${repr(value.value[name] ?? NONE)})`)
        .join('')})`;
    case ClarityType.StringASCII:
      return JSON.stringify(value.value);
    case ClarityType.StringUTF8:
      return `u${JSON.stringify(value.value)}`;
  }
}

const NONE: ClarityValue = { type: ClarityType.OptionalNone };
