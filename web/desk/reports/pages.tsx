import { ReportPage } from './ReportPage.tsx'

// One page per report of the specification: the same component with different parameters.

export const IncomeDetail = () => <ReportPage key="incomeDetail" report="incomeDetail" />
export const IncomeSummary = () => <ReportPage key="incomeSummary" report="incomeSummary" />
export const PaymentDetail = () => <ReportPage key="paymentDetail" report="paymentDetail" />
export const PaymentSummary = () => <ReportPage key="paymentSummary" report="paymentSummary" />
export const IncomeTax = () => <ReportPage key="incomeTax" report="incomeTax" />
export const IncomeTaxSummary = () => <ReportPage key="incomeTaxSummary" report="incomeTaxSummary" />
export const VatCumulative = () => <ReportPage key="vatCumulative" report="vatCumulative" />
