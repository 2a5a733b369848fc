/** Why a payment is made, as withdrawals and ramps may say. */
// biome-ignore format: in rows, since one value per line would take pages.
export const REASONS_FOR_PAYMENT = [
  'InvoicePayment', 'ServicesPayment', 'SoftwarePayment', 'ImportedGoodsPayment', 'TravelServices',
  'TransferToOwnAccount', 'LoanRepayment', 'Payroll', 'PropertyRental', 'InformationServiceCharges',
  'AdvertisingAndPublicRelations', 'IntellectualPropertyFees', 'FinancialServiceFees',
  'AdvisoryAndTechnicalFees', 'RepresentativeOfficeExpenses', 'TaxPayment',
  'GoodsTransportationFees', 'ConstructionExpenses', 'InsurancePremium', 'GeneralGoodsTrade',
  'InsuranceClaimsPayment', 'FamilyRemittance', 'EducationExpenses', 'MedicalTreatment',
  'Donations', 'MutualFundInvestment', 'CurrencyExchange', 'AdvanceGoodsPayment',
  'MerchantSettlement', 'RepatriationFundSettlement', 'CorporateInvestment', 'InterCompanyTransfer',
  'OfficeOperatingExpenses',
] as const;

/** Why a payment is made. Open. */
export type ReasonForPayment = (typeof REASONS_FOR_PAYMENT)[number] | (string & {});
