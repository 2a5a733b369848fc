/** The values in examples: the contracts of a sandbox, and the addresses of its first vault accounts. */

/** The address of vault account 9. */
export const FRIEND = 'ST29B86287BCCEBJXNS5W300E336HSTSSXA7CBAWC';

export const SIGNER_MANAGER = 'ST21YTSM60CAY6D011EZVEVNKXVW8FVZE1885QR4R.fastpool-1-signer-manager';

/** One satoshi of sBTC, from vault account 0 to 9. */
export const TOKEN_CALL = {
  contract: 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1.sbtc-token',
  functionName: 'transfer',
  functionArgs: [
    '0100000000000000000000000000000001',
    '051adf0ad538a3db81e99d64148d034ad97fb1170008',
    '051a92b418483ad8c72e5dae4bc1800e18cd1ceb39ea',
    '09',
  ],
  postConditions: [
    '01021adf0ad538a3db81e99d64148d034ad97fb117000815f748f5d5313ff79c32b976ecf5bcd60600f75aec' +
      '0a736274632d746f6b656e0a736274632d746f6b656e010000000000000001',
  ],
};

/** The first transaction of vault account 8: one STX for 9. */
export const UNSIGNED =
  '80800000000400eaaf1487495fc644fc811666c539a951f7c6db3a000000000000000000000000000001f4' +
  `00${'00'.repeat(65)}03020000000000` +
  '051a92b418483ad8c72e5dae4bc1800e18cd1ceb39ea00000000000f4240' +
  '00'.repeat(34);
