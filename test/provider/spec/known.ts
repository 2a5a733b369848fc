/** A change that is meant, and why. */
interface Known {
  readonly why: string;
  readonly changes: RegExp;
}

const KNOWN: readonly Known[] = [
  {
    why: 'of open branches of the documents, read here already',
    changes:
      /^- .*(?:FpsUk|: bic$|"amount-above-maximum")|^\+ .* PayId\.accountNumber is required$/,
  },
  {
    why: 'newer than the branch that the documents are published from',
    changes: /^- .*(?:"(?:KAT|MON|SEI)"|: reasonForPayment)$/,
  },
  {
    why: 'in the prose and the examples of the documents, not in their schemas',
    changes:
      /^- .*(?:: (?:collateralNotifications|baseAsset|quoteAsset|fireblocksAssetId|rejectionReason))$/,
  },
  {
    why: 'sent by some providers, beside what the asset says',
    changes: /^- .*: blockchain$/,
  },
  {
    why: 'one schema here for what is demanded of any component',
    changes: /^- .*: withdrawalAddressPolicy$/,
  },
  {
    why: 'required here, since it tells a person from a business',
    changes: /^- .*\.entityType is required$/,
  },
  {
    why: 'any text here: what a filter or an error names may be newer than this release',
    changes:
      /^\+ (?:.*rror\.propertyName|NationalCurrencyCode|CryptocurrencySymbol) is an enumeration$/,
  },
];

/** Why a change is as it should be; `undefined` where nobody has looked at it. */
export function reasonFor(change: string): string | undefined {
  return KNOWN.find(({ changes }) => changes.test(change))?.why;
}
