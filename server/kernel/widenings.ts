interface Widening {
  /** The reason why the work needs rows beyond the caller's scope, and why it does not reveal them. */
  readonly why: string
  /** The operations and jobs that may use it, by name or `module.*`. */
  readonly by: readonly string[]
}

/** All work beyond the caller's scope (`ctx.widen`); anything unlisted fails. */
export const widenings = {
  // Money
  ledger: {
    why: 'a journal books to accounts of centre, unit and tax at once, and its chain of balances is whole',
    by: ['commissions.*', 'moving.*', 'payments.*', 'payouts.*', 'periods.*', 'prepayments.*', 'reconciliation.*'],
  },
  'match top-ups': {
    why: 'money at the bank waits for whichever unit names it',
    by: ['prepayments.submit', 'prepayments.claim', 'prepayments.claimFor', 'prepayments.withdraw'],
  },
  'limits of balances': { why: 'the limit of the unit whose money moves', by: ['payments.*', 'prepayments.*'] },
  'statements of a place': { why: 'every unit of the place gets its own', by: ['prepayments.issueStatements', 'prepayments.statements'] },
  'tax standings': {
    why: 'a person’s month counts over all units at the payer',
    by: ['collections.*', 'imports.*', 'lines.*', 'payments.*', 'payouts.*', 'periods.*', 'policies.preview'],
  },
  'payments of a business': {
    why: 'a business files all that it was paid, by whatever centre; only sums are told of what lies beyond the scope',
    by: ['businessfilings.*'],
  },
  'names of filings in sight': { why: 'the query names the scope itself', by: ['businessfilings.*'] },
  'lines of a declaration': { why: 'a payee of the period may be kept by another centre; the period was found in the scope', by: ['periods.*'] },
  'shares of declared months': {
    why: 'what was withheld of the unit’s own payees is the centre’s; the query names centres and units, and answers the unit’s share alone',
    by: ['periods.shares', 'periods.exportShares', 'periods.shareCertificate', 'dossiers.archive'],
  },
  'papers along a money trail': {
    why: 'invoices, declared months and certificates of payments whose batches were found in the caller’s scope; only that they are there is told',
    by: ['dossiers.trail'],
  },
  'a tax certificate': {
    why: 'the bytes belong to centre and person; the share that names them was found in the caller’s scope',
    by: ['periods.shareCertificate'],
  },
  'limits of a unit': {
    why: 'the unit’s row is locked and what its other batches use up is added together; only whether a limit is kept is told',
    by: ['lines.*', 'payments.*', 'operators.*'],
  },
  'exceptions of a batch': {
    why: 'whose numbers the trail of a unit’s own batch leads to, of the centre’s exceptions',
    by: ['dossiers.archive', 'payments.money'],
  },
  'an exception resolved': { why: 'the steps of a line write tax, ledger and receipts of its unit', by: ['payouts.decideException'] },
  'people of a centre': {
    why: 'who holds a right at the centre is told of what waits there',
    by: [
      'businessfilings.*',
      'invoices.*',
      'businessinvoices.*',
      'titles.*',
      'closings.request',
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
  'a difference of reconciliation': { why: 'the order is the unit’s, the exception the centre’s', by: ['reconciliation.toException'] },
  'files of an article': { why: 'the bytes belong to the platform; the article that names them is for the caller', by: ['news.read', 'news.file'] },
  'answers to an article': { why: 'anybody may answer about what everybody sees; nothing of any answer is told', by: ['news.vote'] },
  'a kept form': { why: 'the bytes belong to nobody; the row that names them was found in the caller’s scope', by: ['forms.take'] },
  'people of a report': {
    why: 'records of people whom the centre paid may be kept by another centre; what is frozen is the centre’s',
    by: ['platformreports.generate'],
  },
  receipts: {
    why: 'a receipt is made for the unit by whoever settles the line',
    by: ['payouts.*', 'periods.decidePayment', 'periods.decideReversal', 'prepayments.confirm', 'prepayments.payRefund'],
  },
  'heads of the trail': { why: 'where the chains end that hold the records of one’s own batch: a digest, nothing of any row', by: ['dossiers.archive'] },
  'cancelled lines': { why: 'the steps of a line write tax, ledger and receipts', by: ['payouts.cancelHeld', 'payouts.cancelSent'] },
  'lines paid by hand': {
    why: 'the steps of a line write tax, ledger and receipts',
    by: ['payouts.decideReports', 'payouts.registerLine', 'payouts.registerOffline'],
  },
  'serials of a channel': {
    why: 'a serial is used once, whosever line it was; only that it was is told',
    by: ['payouts.checkOffline', 'payouts.registerLine', 'payouts.registerOffline'],
  },

  readiness: {
    why: 'whether accounts of one’s own units and centres hold the rights that payments need; of each step only whether it is done is told',
    by: ['readiness.*'],
  },

  // Batches
  'facts of a batch': {
    why: 'whether a payee is known, signed and within limits, whichever unit brought them',
    by: ['collections.*', 'lines.*', 'payments.*', 'operators.*'],
  },
  'card answers': { why: 'what the verifier said of a card holds for every unit', by: ['collections.*', 'lines.*', 'payments.*'] },
  'what can be adopted': {
    why: 'the name and card on file, of people of this unit alone',
    by: ['lines.*', 'payments.copy', 'payments.resend', 'payments.resendable'],
  },
  'papers of a batch': { why: 'the chain of papers of one’s own batch goes through contracts and templates of others', by: ['payments.*'] },
  'people of a batch': {
    why: 'whether a payee may still be paid, whichever unit they are of; how many of a batch the unit never paid before, at any centre',
    by: ['payments.pay', 'payments.sample', 'payments.trial'],
  },

  // Operators
  'people whom a list names': { why: 'somebody who is known is linked and not made twice', by: ['imports.*'] },
  'people of a list': { why: 'new operators belong to the centre, the list to the unit', by: ['imports.*'] },
  'a new operator': { why: 'nobody’s until it is made', by: ['applications.approve', 'operators.acceptCandidates'] },
  'known identity numbers': {
    why: 'a number is registered once, whoever did it; only that it is is told',
    by: ['applications.*', 'operators.acceptCandidates'],
  },
  'a new card': {
    why: 'a card belongs to the person, not to the unit that names it',
    by: ['operators.mergeCandidate', 'operators.setCard', 'payouts.replaceCard', 'verifications.again'],
  },
  'the operator to merge into': { why: 'may be known through another unit; a stranger is answered like nobody', by: ['operators.mergeCandidate'] },
  'what a merge changes': { why: 'reads what it will put back when it is undone', by: ['operators.mergeCandidate'] },
  'merge into an operator': { why: 'cards and ties of the person, of whichever unit', by: ['operators.mergeCandidate'] },
  'payments on a merge': { why: 'what was paid since keeps a merge from being undone', by: ['operators.undoMerge'] },
  'payments under way': { why: 'a tie is kept while money is on its way; only the count is told', by: ['operators.unlink'] },
  'a tie ends': { why: 'the person ends the tie to a unit whose rows they do not see', by: ['disputes.resolve', 'operators.unlink'] },
  'batches that pay an operator': {
    why: 'batches of any unit are checked anew after a change to the person',
    by: [
      'collections.*',
      'closings.decide',
      'applications.*',
      'contracts.*',
      'disputes.*',
      'businessfilings.*',
      'entities.*',
      'imports.*',
      'operators.*',
      'papers.*',
      'signing.*',
      'verifications.*',
    ],
  },
  'rates of a business the caller has locked': { why: 'read and written after the business was found in the scope', by: ['entities.*'] },
  'operators under a filter that names the scope': {
    why: 'the query names the scope itself; policies over ties would read all of them',
    by: ['dashboard.figures', 'operators.export', 'operators.list'],
  },
  'operators whose query names the scope': { why: 'the query names the scope itself', by: ['operators.*'] },
  'what belongs to an operator in sight': { why: 'read after the operator was found in the scope', by: ['operators.*'] },
  'income of an operator in sight': { why: 'read after the operator was found in the scope; a unit’s own payments alone', by: ['operators.income'] },
  'what was read in papers': { why: 'readings belong to whoever uploaded; the reviewer compares', by: ['operators.candidate'] },
  'whose pictures are wanted': { why: 'whoever holds the link has no account', by: ['papers.*'] },
  'pictures arrived': { why: 'whoever holds the link has no account', by: ['papers.submit'] },
  'the own mobile number': { why: 'a person’s number stands in the centre’s rows', by: ['applications.decideAppeal', 'profile.changeMobile'] },
  'what people verified by hand': { why: 'cards are written by no scope; which one was looked at in the scope before', by: ['verifications.decide'] },
  'signed papers open an operator': { why: 'the signature of the one is the event of the other', by: ['applications.*'] },
  'a signed agreement opens an operator of a list': {
    why: 'the signature of the one is the event of the other',
    by: ['contracts.*', 'imports.*', 'signing.*'],
  },
  'a face was compared': { why: 'the mark stands on the person, who signs without an account', by: ['signing.face'] },
  'the legal form follows the register': { why: 'a business of the person is registered by the centre', by: ['entities.enrol', 'entities.finishCancel'] },

  // Disputes and relations
  'who uses an identity, told to its owner': {
    why: 'the owner is told all units by name, and nothing else of them',
    by: ['collections.raise', 'disputes.raise', 'disputes.usage'],
  },
  'one objection at a time': { why: 'locks the person’s own row', by: ['collections.raise', 'disputes.raise'] },
  'objections in a scope the query names': { why: 'the query names the scope itself', by: ['disputes.list'] },
  'batches that pay people of the unit': {
    why: 'batches are checked anew after a change of who is related',
    by: ['applications.approve', 'imports.*', 'relations.*', 'units.*'],
  },
  'a unit’s legal person': { why: 'is a related person from the first day', by: ['applications.approve', 'imports.*', 'units.*'] },

  // Registered businesses
  'one business at a time': { why: 'locks the person across centres', by: ['entities.begin'] },
  'an operator in a scope the query names': { why: 'the query names the scope itself', by: ['applications.approve', 'entities.*'] },
  'a business in a scope the query names': { why: 'the query names the scope itself', by: ['businessfilings.*', 'entities.*'] },
  'a business the caller has locked': { why: 'found in the scope and locked before', by: ['businessfilings.*', 'entities.*'] },
  'businesses under a filter that names the scope': { why: 'the query names the scope itself', by: ['entities.*'] },
  'credit codes are nobody’s twice': { why: 'only that a code is taken is told', by: ['entities.license'] },
  'payments to a business': { why: 'sums of the business alone, found in the scope before', by: ['entities.*'] },
  'the history of a business the caller has locked': {
    why: 'found in the scope and locked before',
    by: ['applications.approve', 'businessfilings.*', 'entities.*'],
  },
  'the history of businesses in sight': { why: 'read after the businesses were found in the scope', by: ['businessfilings.*', 'entities.*'] },
  'obligations under a filter that names the scope': { why: 'the query names the scope itself', by: ['entities.calendar'] },
  'obligations of businesses in sight': { why: 'read after the businesses were found in the scope', by: ['businessfilings.*', 'entities.*'] },
  'an obligation in a scope the query names': { why: 'the query names the scope itself', by: ['entities.remind', 'entities.settle'] },
  'obligations of a business in sight': { why: 'read after the business was found in the scope', by: ['businessfilings.*', 'entities.*'] },
  'an obligation of a business the caller has locked': { why: 'found in the scope and locked before', by: ['businessfilings.*', 'entities.settle'] },
  'obligations of a business the caller has locked': { why: 'found in the scope and locked before', by: ['entities.*'] },
  'obligations of a business': { why: 'found in the scope and locked before', by: ['businessfilings.*', 'entities.*'] },
  'calendars of businesses': { why: 'the due days of what was found in the scope', by: ['entities.*'] },
  reminders: { why: 'marks what was told to the person', by: ['entities.*'] },

  // Orders
  'orders that an operator was asked to take on': { why: 'the query names the operator; of unit and centre the names alone are told', by: ['orders.*'] },
  'an order that an operator has locked': { why: 'found by being asked, and locked before', by: ['orders.addPaper', 'orders.answer', 'orders.removePaper'] },

  // Claims
  'orders that an operator claims for': { why: 'the query names the operator; of unit and centre the names alone are told', by: ['collections.*'] },
  'whom a claim pays': { why: 'name, paper and card of whoever claims go into the line, as if the unit had typed them', by: ['collections.*'] },
  'parties of claims in sight': { why: 'read after the claims were found in the scope', by: ['collections.*'] },

  // Units, partners, centres
  'a new unit is nobody’s yet': { why: 'nobody’s until its places are made', by: ['applications.approve', 'imports.*', 'units.create'] },
  'a new place of a unit': { why: 'the place becomes the centre’s by being made', by: ['units.openPlace'] },
  'a new partner is nobody’s yet': { why: 'nobody’s until it is made', by: ['applications.approve', 'partners.create'] },
  'credit codes in use': { why: 'a code is registered once; only that it is is told', by: ['imports.*'] },
  'floors of fees': { why: 'the lowest fee allowed for all', by: ['imports.*', 'units.*'] },
  'rules of a centre': { why: 'a unit’s list is checked by the rules of its centre', by: ['imports.*'] },
  'whether a unit is shared': { why: 'the number of centres alone, not which', by: ['units.*'] },
  'what a unit leaves behind': { why: 'money and batches at other centres keep a unit open; only sums are told', by: ['units.close'] },
  'what was made is told': { why: 'a unit of the other mode is shown to its maker', by: ['units.create'] },
  'units change hands': { why: 'the receiver may not see the unit yet', by: ['staff.*', 'units.assign'] },
  'a signed contract opens a unit': { why: 'the signature of the one is the event of the other', by: ['applications.*'] },
  'a signed contract stands in the unit’s settings': { why: 'the signature of the one is the event of the other', by: ['applications.*'] },
  'who uploaded a list, and for whom': { why: 'names of the colleague and the unit of a list in the scope', by: ['imports.*', 'moving.*'] },
  'a list that is carried out': { why: 'the job goes on with what its asker may', by: ['imports.*'] },

  // Contracts
  'contracts of an older system': {
    why: 'their parties, orders and terms are units’ and operators’; the list was checked in the scope of its centre',
    by: ['imports.*'],
  },
  'the pages of a template': { why: 'a template of the platform is drawn up by a centre', by: ['applications.approve', 'contracts.*', 'templates.*'] },
  'what follows from a contract': { why: 'opens people and units by their signature', by: ['contracts.check'] },
  'papers for many, each within the scope of who asked': { why: 'each person is found in the scope before', by: ['contracts.startMany'] },

  // Other places of centre staff
  'work at the caller’s other centres': { why: 'the query names the centres that the caller may choose', by: ['tasks.waiting', 'applications.message'] },
  'where something lies': {
    why: 'only those who may choose the place are told of it; to everybody else it does not exist',
    by: ['contracts.*', 'operators.candidate', 'orders.*', 'payments.get', 'payouts.exception'],
  },
  'batches at the caller’s other centres': { why: 'the query names the centres that the caller may choose', by: ['lookups.find'] },

  // Recipients of messages
  messages: { why: 'goes to people of other places; the inbox is their own', by: ['*'] },
  'a notice': { why: 'to oneself, from work without a scope', by: ['closings.request', 'auth.*', 'profile.*', 'recovery.*', 'staff.*', 'users.*'] },
  'people of a unit': {
    why: 'whom to tell; names are not answered',
    by: ['businessinvoices.*', 'collections.*', 'disputes.*', 'invoices.*', 'orders.*', 'payments.*', 'payouts.*', 'prepayments.*'],
  },
  'who goes on with a batch': { why: 'whom to tell, and the balance below which their unit wants to hear; names are not answered', by: ['payments.*'] },
  'accounts of an operator': {
    why: 'whom to tell; names are not answered',
    by: ['businessfilings.*', 'businessinvoices.*', 'collections.*', 'disputes.*', 'entities.*', 'invoices.*', 'orders.assign'],
  },
  'who may review': { why: 'the colleagues of the centre', by: ['applications.*', 'operators.*'] },
  'a list of accounts keeps its own scope': { why: 'ids were chosen in the scope of who asked', by: ['users.export'] },

  'an account is closed': { why: 'ties to units are theirs as well', by: ['closings.decide'] },

  // Dashboard and reports
  'own units': { why: 'the query names the scope itself', by: ['dashboard.*'] },
  'own payments': { why: 'the query names the scope itself', by: ['collections.*', 'dashboard.*', 'vouchers.*'] },
  'reports of a partner': {
    why: 'sums of the units that were the partner’s own when they paid; the query names the partner',
    by: ['reports.sums', 'reports.export'],
  },
  'reports against the ledger': { why: 'accounts of tax, fee and bank are the centre’s, the journals those in the caller’s scope', by: ['reports.compare'] },
  'names beside invoices': {
    why: 'who did what is named to both sides; the rows were found in the scope',
    by: ['businessinvoices.*', 'dossiers.archive', 'invoices.*', 'titles.history'],
  },
  'a number of the tax office': { why: 'a number is given once in the country; nothing of its holder is answered', by: ['businessinvoices.*', 'invoices.*'] },
  'businesses that are paid': {
    why: 'a business may be kept by another centre, and its quarter counts what every unit paid it; the invoices, payments or businesses were found in the scope',
    by: ['businessinvoices.*'],
  },
  'own commission': { why: 'the query names the scope itself', by: ['commissions.*', 'dashboard.figures'] },
} as const satisfies Readonly<Record<string, Widening>>

export type WideningName = keyof typeof widenings

/** Returns whether this operation or job may use the widening. */
export function mayWiden(name: WideningName, action: string): boolean {
  const [module = ''] = action.split('.')
  const by: readonly string[] = widenings[name].by
  return by.includes(action) || by.includes(`${module}.*`) || by.includes('*')
}
