import { peopleWidenings } from '#/server/kernel/session/scope-widenings-people.ts'

interface Widening {
  /** Why the work needs rows beyond the caller's scope, and why it does not reveal them. */
  readonly why: string
  /** Operations and jobs that may use it, by name or as `module.*`. */
  readonly by: readonly string[]
}

/** All work that needs rows beyond the caller's scope (`ctx.widen`). Any use that is not listed fails. */
export const scopeWidenings = {
  // Money
  ledger: {
    why: 'one journal books to accounts of centre, unit and tax, and continues their chain of balances',
    by: ['clearings.*', 'commissions.*', 'moving.*', 'payments.*', 'payouts.*', 'periods.*', 'prepayments.*', 'reconciliation.*'],
  },
  'a unit and a centre that stay open': {
    why: 'new work and incoming money wait for the closing of their unit or centre',
    by: [
      'applications.approve',
      'businessinvoices.generate',
      'clearings.*',
      'collections.*',
      'commissions.*',
      'contracts.*',
      'imports.*',
      'invoices.*',
      'moving.*',
      'orders.*',
      'payments.*',
      'payouts.*',
      'periods.*',
      'prepayments.*',
      'reconciliation.*',
      'titles.*',
    ],
  },
  'match top-ups': {
    why: 'a bank credit may belong to any unit',
    by: ['prepayments.submit', 'prepayments.claim', 'prepayments.claimFor', 'prepayments.withdraw'],
  },
  'limits of balances': { why: 'reads the limit of the unit whose money moves', by: ['payments.*', 'prepayments.*'] },
  'statements of a place': { why: 'issues the statement of every unit of the place', by: ['prepayments.issueStatements', 'prepayments.statements'] },
  'tax standings': {
    why: 'the month of a person includes all units at the payer',
    by: [
      'calculators.payment',
      'clearings.*',
      'collections.*',
      'imports.*',
      'lines.*',
      'othersales.*',
      'payments.*',
      'payouts.*',
      'periods.*',
      'policies.preview',
    ],
  },
  'payments of a business': {
    why: 'a business files its payments from all centres; only sums cross the scope',
    by: ['businessfilings.*'],
  },
  'names of filings in sight': { why: 'the query filters by the scope', by: ['businessfilings.*'] },
  'lines of a declaration': { why: 'another centre may keep the record of a payee; the period was found in the scope', by: ['periods.*'] },
  'shares of declared months': {
    why: 'withheld tax belongs to the centre; the query filters by centre and unit and returns the unit’s share only',
    by: ['periods.shares', 'periods.exportShares', 'periods.shareCertificate', 'dossiers.archive'],
  },
  'papers along a money trail': {
    why: 'shows only which invoices, declared months and certificates exist for payments found in the scope',
    by: ['dossiers.trail'],
  },
  'a tax certificate': {
    why: 'the file belongs to centre and person; the share that refers to it was found in the scope',
    by: ['periods.shareCertificate'],
  },
  'limits of a unit': {
    why: 'locks the unit’s row and adds up its other batches; the caller learns only whether a limit is exceeded',
    by: ['lines.*', 'payments.*', 'operators.*'],
  },
  'exceptions of a batch': {
    why: 'the money trail of a unit’s own batch shows the numbers of the centre’s exceptions',
    by: ['dossiers.archive', 'payments.money'],
  },
  'an exception resolved': { why: 'a step of a line writes tax, ledger and receipts of its unit', by: ['payouts.decideException'] },
  'people of a centre': {
    why: 'finds the people of the centre to notify of pending work',
    by: [
      'businessfilings.*',
      'invoices.*',
      'businessinvoices.*',
      'titles.*',
      'closings.request',
      'clearings.*',
      'collections.*',
      'commissions.*',
      'disputes.*',
      'payments.*',
      'payouts.*',
      'periods.*',
      'prepayments.*',
      'reconciliation.*',
    ],
  },
  'a difference of reconciliation': { why: 'the order belongs to the unit, the exception to the centre', by: ['reconciliation.toException'] },
  'files of an article': { why: 'the file belongs to the platform; the caller may read the article', by: ['news.read', 'news.file'] },
  'answers to an article': { why: 'every reader may vote; votes are not shown', by: ['news.vote'] },
  'a kept form': { why: 'the file has no owner; the row that refers to it was found in the scope', by: ['forms.take'] },
  'people of a report': {
    why: 'another centre may keep the record of a payee; the report belongs to the centre',
    by: ['platformreports.generate'],
  },
  'a centre’s part of the platform report': {
    why: 'the report belongs to the platform; the query filters by the centre and returns its part only',
    by: ['platformreports.parts', 'platformreports.quarters'],
  },
  receipts: {
    why: 'the settling user creates a receipt that belongs to the unit',
    by: ['payouts.*', 'periods.decidePayment', 'periods.decideReversal', 'prepayments.confirm', 'prepayments.decideRefundReturn', 'prepayments.payRefund'],
  },
  'heads of the trail': { why: 'reads the last digests of the chains of the caller’s own batch, and no rows', by: ['dossiers.archive'] },
  'cancelled lines': { why: 'a step of a line writes tax, ledger and receipts', by: ['payouts.cancelHeld', 'payouts.cancelSent'] },
  'lines paid by hand': {
    why: 'a step of a line writes tax, ledger and receipts',
    by: ['payouts.decideReports', 'payouts.registerLine', 'payouts.registerOffline'],
  },
  'serials of a channel': {
    why: 'a serial is used once per channel; the caller learns only that it is taken',
    by: ['payouts.checkOffline', 'payouts.registerLine', 'payouts.registerOffline'],
  },

  readiness: {
    why: 'checks the rights of accounts in the caller’s units and centres; shows only whether each step is done',
    by: ['readiness.*'],
  },

  // Batches
  'facts of a batch': {
    why: 'checks registration, signature and limits of a payee at all units',
    by: ['collections.*', 'lines.*', 'payments.*', 'operators.*'],
  },
  'card answers': { why: 'a verification of a card applies to every unit', by: ['collections.*', 'lines.*', 'payments.*'] },
  'data on file that a line can adopt': {
    why: 'reads names and cards of this unit’s people only',
    by: ['lines.*', 'payments.copy', 'payments.resend', 'payments.resendable'],
  },
  'papers of a batch': { why: 'the documents of the caller’s own batch include contracts and templates of others', by: ['payments.*'] },
  'people of a batch': {
    why: 'checks payees of any unit, and counts those that the unit never paid before at any centre',
    by: ['payments.pay', 'payments.sample', 'payments.trial'],
  },

  ...peopleWidenings,

  // Orders
  'orders that an operator was asked to take on': { why: 'the query filters by the operator; shows only the names of unit and centre', by: ['orders.*'] },
  'an order that an operator has locked': { why: 'found through its offer and locked before', by: ['orders.addPaper', 'orders.answer', 'orders.removePaper'] },

  // Claims
  'orders that an operator claims for': { why: 'the query filters by the operator; shows only the names of unit and centre', by: ['collections.*'] },
  'whom a claim pays': { why: 'copies name, ID and card of the claimant to the line, as if the unit had entered them', by: ['collections.*'] },
  'parties of claims in sight': { why: 'read after the claims were found in the scope', by: ['collections.*'] },

  // Units, partners, centres
  'a new unit without an owner': { why: 'a new unit has no owner before its places are stored', by: ['applications.approve', 'imports.*', 'units.create'] },
  'a new place of a unit': { why: 'the place belongs to the centre once it is stored', by: ['units.openPlace'] },
  'a new partner without an owner': { why: 'a new partner has no owner before it is stored', by: ['applications.approve', 'partners.create'] },
  'credit codes in use': { why: 'a code is registered once; the caller learns only that it is taken', by: ['imports.*'] },
  'floors of fees': { why: 'reads the lowest fee allowed for all units', by: ['imports.*', 'units.*'] },
  'rules of a centre': { why: 'the rules of the centre apply to a unit’s list', by: ['imports.*'] },
  'whether a unit is shared': { why: 'counts the centres without naming them', by: ['units.*'] },
  'open business of a unit to close': { why: 'unfinished work at other centres keeps a unit open; shows only sums', by: ['units.close'] },
  'the created unit': { why: 'the creator sees a unit of the other mode', by: ['units.create'] },
  'units change hands': { why: 'the receiver may not see the unit yet', by: ['staff.*', 'units.assign'] },
  'a signed contract opens a unit': { why: 'a signature of one person changes rows of another', by: ['applications.*'] },
  'a signed contract in the unit’s settings': { why: 'a signature of one person changes rows of another', by: ['applications.*'] },
  'uploader and unit of a list': { why: 'reads the names for a list found in the scope', by: ['imports.*', 'moving.*'] },
  'a list being imported': { why: 'the job runs with the rights of the requester', by: ['imports.*'] },

  // Contracts
  'contracts of an older system': {
    why: 'their parties, orders and terms belong to units and operators; the list was checked in the scope of its centre',
    by: ['imports.*'],
  },
  'the pages of a template': { why: 'a centre draws up contracts from templates of the platform', by: ['applications.approve', 'contracts.*', 'templates.*'] },
  'effects of a contract': { why: 'a signature opens people and units', by: ['contracts.check'] },
  'contracts for many, each within the requester’s scope': { why: 'each person was found in the scope', by: ['contracts.startMany'] },

  // Other places of centre staff
  'work at the caller’s other centres': { why: 'the query filters by the centres that the caller may choose', by: ['tasks.waiting', 'applications.message'] },
  'the place of a record': {
    why: 'users who may choose the place see it; for all others the record does not exist',
    by: ['contracts.*', 'operators.candidate', 'orders.*', 'payments.get', 'payouts.exception'],
  },
  'batches at the caller’s other centres': { why: 'the query filters by the centres that the caller may choose', by: ['lookups.find'] },

  // Recipients of messages
  messages: { why: 'a message goes to the inbox of a person in any place', by: ['*'] },
  'a notice': {
    why: 'a notice to the same person, from work without a scope',
    by: ['closings.request', 'auth.*', 'profile.*', 'recovery.*', 'staff.*', 'users.*'],
  },
  'people of a unit': {
    why: 'finds the people to notify; their names are not returned',
    by: ['businessinvoices.*', 'collections.*', 'disputes.*', 'invoices.*', 'orders.*', 'payments.*', 'payouts.*', 'prepayments.*'],
  },
  'people who can continue a batch': { why: 'finds the people to notify and their unit’s balance limit; names are not returned', by: ['payments.*'] },
  'accounts of an operator': {
    why: 'finds the people to notify; their names are not returned',
    by: [
      'businessfilings.*',
      'businessinvoices.*',
      'clearings.*',
      'collections.*',
      'disputes.*',
      'entities.*',
      'invoices.*',
      'orders.assign',
      'othersales.decide',
      'residences.decide',
    ],
  },
  'possible reviewers': { why: 'reads the colleagues at the centre', by: ['applications.*', 'operators.*'] },
  'a list of accounts keeps its own scope': { why: 'the ids were selected in the requester’s scope', by: ['users.export'] },

  'an account is closed': { why: 'links of the person also belong to units', by: ['closings.decide'] },

  // Dashboard and reports
  'own units': { why: 'the query filters by the scope', by: ['dashboard.*'] },
  'own payments': { why: 'the query filters by the scope', by: ['collections.*', 'dashboard.*', 'vouchers.*'] },
  'reports of a partner': {
    why: 'sums of units that belonged to the partner when they paid; the query filters by the partner',
    by: ['reports.sums', 'reports.export'],
  },
  'reports against the ledger': { why: 'accounts of tax, fee and bank belong to the centre; the journals are in the caller’s scope', by: ['reports.compare'] },
  'names on invoices': {
    why: 'both sides see the names of the people who acted; the rows were found in the scope',
    by: ['businessinvoices.*', 'dossiers.archive', 'invoices.*', 'titles.history'],
  },
  'a number of the tax office': {
    why: 'a number exists once in the country; the caller learns only that it is taken',
    by: ['businessinvoices.*', 'invoices.*'],
  },
  'businesses that are paid': {
    why: 'another centre may keep the business, and its quarter includes payments of all units; its invoices or payments were found in the scope',
    by: ['businessinvoices.*'],
  },
  'own commission': { why: 'the query filters by the scope', by: ['commissions.*', 'dashboard.figures'] },
} as const satisfies Readonly<Record<string, Widening>>

export type WideningName = keyof typeof scopeWidenings

/** Returns whether this operation or job may use the widening. */
export function canWiden(name: WideningName, action: string): boolean {
  const [module = ''] = action.split('.')
  const allowedActions: readonly string[] = scopeWidenings[name].by
  return allowedActions.includes(action) || allowedActions.includes(`${module}.*`) || allowedActions.includes('*')
}
