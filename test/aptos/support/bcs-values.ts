interface BcsValues {
  readonly integers: readonly {
    readonly type: string;
    readonly value: string;
    readonly bytes: string;
  }[];
  readonly structs: readonly {
    readonly name: string;
    readonly fields: readonly (readonly [name: string, type: string])[];
    readonly value: Readonly<Record<string, unknown>>;
    readonly bytes: string;
  }[];
  readonly enums: readonly {
    readonly name: string;
    readonly variants: readonly (readonly [name: string, type: string])[];
    readonly values: readonly {
      readonly variant: string;
      readonly value: string | number;
      readonly bytes: string;
    }[];
  }[];
}

/**
 * Written out by the rules of BCS, byte after byte: whole numbers with the least significant byte first and
 * in two's complement, one byte for a boolean, lists and text behind their length, the members of a struct
 * in their order, and an enum behind the place of its variant.
 */
export const bcsValues: BcsValues = {
  integers: [
    { type: 'i8', value: '-2', bytes: 'FE' },
    { type: 'u8', value: '7', bytes: '07' },
    { type: 'i16', value: '-300', bytes: 'D4 FE' },
    { type: 'u16', value: '300', bytes: '2C 01' },
    { type: 'i32', value: '-65538', bytes: 'FE FF FE FF' },
    { type: 'u32', value: '65538', bytes: '02 00 01 00' },
    { type: 'i64', value: '-4294967297', bytes: 'FF FF FF FF FE FF FF FF' },
    { type: 'u64', value: '4294967297', bytes: '01 00 00 00 01 00 00 00' },
  ],
  structs: [
    {
      name: 'Parcel',
      fields: [
        ['fragile', 'bool'],
        ['bytes', 'Vec<u8>'],
        ['label', 'String'],
      ],
      value: { fragile: true, bytes: [9, 10, 11], label: 'up' },
      bytes: '01 03 09 0A 0B 02 75 70',
    },
    {
      name: 'Shelf',
      fields: [
        ['parcel', 'Parcel'],
        ['name', 'String'],
      ],
      value: { parcel: { fragile: false, bytes: [], label: 'x' }, name: 'yz' },
      bytes: '00 00 01 78 02 79 7A',
    },
  ],
  enums: [
    {
      name: 'Size',
      variants: [
        ['Weight', 'u16'],
        ['Count', 'u8'],
        ['Words', 'String'],
      ],
      values: [
        { variant: 'Weight', value: 258, bytes: '00 02 01' },
        { variant: 'Count', value: 200, bytes: '01 C8' },
        { variant: 'Words', value: 'big', bytes: '02 03 62 69 67' },
      ],
    },
  ],
};

/** Hexadecimal as this package has it, of bytes as they are written above. */
export function hexIn(bytes: string): string {
  return `0x${bytes.replaceAll(' ', '').toLowerCase()}`;
}
