/** An error as the custody platform's API words it: `{ message, code }`. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Codes that the vendor documents; what it leaves open is 0 here. */
export const CODES = {
  undocumented: 0,
  invalidSignature: -1,
  apiKeyMissing: -2,
  jwtMissing: -3,
  wrongUrl: -4,
  badTokenFormat: -5,
  wrongUser: -6,
  tokenNotAccepted: -7,
  insufficientPermissions: -8,
  expired: -10,
  issuedInFuture: -12,
  badVaultQuery: 1000,
  vaultNotFound: 1004,
  assetMissing: 1006,
  duplicateExternalTxId: 1438,
  assetNotSupported: 1503,
} as const;

export function badRequest(message: string, code: number = CODES.undocumented): ApiError {
  return new ApiError(400, code, message);
}

export function notFound(message: string, code: number = CODES.undocumented): ApiError {
  return new ApiError(404, code, message);
}

export function unauthorized(code: number, message: string): ApiError {
  return new ApiError(401, code, message);
}
