// The columns of the seven financial reports, used by pages and workbooks.

/** The value type of a column, which decides its format. */
export type ReportValue = 'day' | 'moment' | 'text' | 'mode' | 'money' | 'count' | 'rate' | 'change' | 'end' | 'flag' | 'alert'

interface ReportColumn {
  readonly key: string
  readonly as: ReportValue
}

interface ReportShape {
  /**
   * `movements`: one row per payment or return. `sums`: one row per group of movements. `months`: one row per person
   * and month, or per centre and month.
   */
  readonly of: 'movements' | 'sums' | 'months'
  readonly columns: readonly ReportColumn[]
}

type Columns<K extends readonly string[], As extends ReportValue> = { readonly [I in keyof K]: { readonly key: K[I]; readonly as: As } }
const columnsAs =
  <As extends ReportValue>(as: As) =>
  <const K extends readonly string[]>(...keys: K) =>
    keys.map((key) => ({ key, as })) as unknown as Columns<K, As>
const [money, text] = [columnsAs('money'), columnsAs('text')]

export const reports = {
  incomeDetail: {
    of: 'movements',
    columns: [
      { key: 'day', as: 'day' },
      { key: 'end', as: 'end' },
      ...text('unit', 'batch', 'line', 'operator'),
      { key: 'mode', as: 'mode' },
      ...money('gross', 'fee', 'sales', 'salesNet', 'outputVat'),
      { key: 'feeRate', as: 'rate' },
      ...money('platformPart', 'centrePart', 'partnerPart', 'staffPart'),
      ...text('invoiceNo'),
    ],
  },
  incomeSummary: {
    of: 'sums',
    columns: [...text('period', 'group'), { key: 'lines', as: 'count' }, { key: 'people', as: 'count' }, ...money('gross', 'fee', 'parts', 'earned', 'before'), { key: 'change', as: 'change' }],
  },
  paymentDetail: {
    of: 'movements',
    columns: [
      { key: 'bookedAt', as: 'moment' },
      { key: 'arrivedAt', as: 'moment' },
      ...text('unit', 'batch', 'operator', 'idNumber', 'cardNo'),
      ...money('gross', 'vat', 'surcharge', 'city', 'education', 'localEducation', 'iit', 'feeOperator', 'net'),
      ...text('channel', 'channelRef'),
      ...money('channelFee'),
      { key: 'end', as: 'end' },
      { key: 'returnedOn', as: 'day' },
    ],
  },
  paymentSummary: {
    of: 'sums',
    columns: [
      ...text('period', 'group'),
      { key: 'paidLines', as: 'count' },
      ...money('paidNet'),
      { key: 'failedLines', as: 'count' },
      ...money('failedNet'),
      { key: 'returnedLines', as: 'count' },
      ...money('returnedNet', 'tax', 'fee', 'cost', 'channelFee'),
      { key: 'channelFeeTold', as: 'count' },
      ...money('before'),
      { key: 'change', as: 'change' },
    ],
  },
  incomeTax: {
    of: 'months',
    columns: [...text('month', 'operator', 'idNumber', 'incomeKind'), ...money('income', 'cumulativeIncome', 'expense', 'deduction', 'taxable'), { key: 'taxRate', as: 'rate' }, ...money('quick', 'cumulativeTax', 'withheldBefore', 'withheld')],
  },
  incomeTaxSummary: {
    of: 'months',
    columns: [...text('month', 'centre'), { key: 'people', as: 'count' }, ...money('income', 'due', 'withheld', 'difference', 'handedOver', 'unpaid'), { key: 'paidOn', as: 'day' }],
  },
  vatCumulative: {
    of: 'months',
    columns: [...text('month', 'operator'), { key: 'mode', as: 'mode' }, ...money('monthGross'), { key: 'isOver', as: 'flag' }, ...money('vatDue', 'vat', 'quarterGross', 'rolling'), { key: 'alert', as: 'alert' }],
  },
} as const satisfies Record<string, ReportShape>

export type ReportKey = keyof typeof reports
export const reportKeys = Object.keys(reports) as ReportKey[]
export type ReportColumnKey = (typeof reports)[ReportKey]['columns'][number]['key']

/** Reports whose rows are movements, or sums of movements. */
export const movementReports = ['incomeDetail', 'incomeSummary', 'paymentDetail', 'paymentSummary'] as const
export type MovementReport = (typeof movementReports)[number]
export const isMovementReport = (report: ReportKey): report is MovementReport => movementReports.some((movementReport) => movementReport === report)

/** Columns that only some users may see: shares of a fee, and channel fees of the centre. */
export const partColumns: readonly ReportColumnKey[] = ['platformPart', 'centrePart', 'partnerPart', 'staffPart', 'parts', 'earned', 'channelFee', 'channelFeeTold']
