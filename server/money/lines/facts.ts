import { failCodeNames } from '#/api/money/payouts.texts.ts'
import { isCardNumber } from '#/domain/base/identity.ts'
import { type Fen, fen, sumOf } from '#/domain/base/money.ts'
import { isSameName } from '#/domain/base/names.ts'
import { dayOf, monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { maxLateDays } from '#/domain/money/batch-check.ts'
import type { CardFacts, CardRefusal, EntityFacts, PayeeFacts } from '#/domain/money/line-check.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import type { BatchFacts, DraftLine } from '#/server/money/lines/calculation.ts'
import type { BatchRow } from '#/server/money/lines/store.ts'
import * as store from '#/server/money/lines/store-facts.ts'
import { type PaymentTerms, termsFor } from '#/server/money/lines/terms.ts'
import { amountsOfOtherUnits, emptyPersonMoney, personMonths, policyOn } from '#/server/money/tax/public.ts'
import { unpayablePeople } from '#/server/organisations/relations/public.ts'
import { verifyCards } from '#/server/people/operators/public.ts'

const dayMs = 86_400_000
const recentDays = 30
const refusalMonths = 12
const creditCodeLength = 18
/** The length of the shortest valid ID number, which is a passport number. */
const minIdLength = 5

function midnight(day: string): Date {
  return new Date(`${day}T00:00:00+08:00`)
}

interface CurrentTerms {
  readonly policy: TaxPolicy
  readonly row: store.TermsRow
}

/** The terms by place that a transaction has read. It reads them once, so that all its checks apply the same ones. */
const termsByContext = new WeakMap<Context, Map<string, Promise<CurrentTerms>>>()

async function readTerms(ctx: Context, batch: BatchRow): Promise<CurrentTerms> {
  const [policy, row] = await Promise.all([policyOn(ctx, dayOf(ctx.now)), store.termsOf(ctx, batch)])
  if (!row) throw new Refusal('no_setting', kernelRefusals.conflict)
  return { policy, row }
}

/** Loads the settings, rules, fee plan and tax policy of a batch as of now. */
export async function loadTerms(ctx: Context, batch: BatchRow, isFixed: boolean): Promise<CurrentTerms & { readonly terms: PaymentTerms }> {
  const termsByPlace = termsByContext.get(ctx) ?? new Map<string, Promise<CurrentTerms>>()
  termsByContext.set(ctx, termsByPlace)
  const place = `${batch.unit_id} ${batch.centre_id} ${batch.mode}`
  const reading = termsByPlace.get(place) ?? readTerms(ctx, batch)
  termsByPlace.set(place, reading)
  const { policy, row } = await reading
  return { terms: termsFor(batch, row, dayOf(ctx.now), isFixed), policy, row }
}

function agreementOf(row: store.PayeeRow, today: string): PayeeFacts['agreement'] {
  if (row.agreement_to === null) return 'none'
  return row.agreement_to === 'infinity' || row.agreement_to >= today ? 'valid' : 'expired'
}

function wasVerified(card: store.CardRow): boolean {
  return card.is_verified || card.verified_at !== null
}

/** Maps the blind index of each ID number to the number. */
function idNumberByIndex(ctx: Context, lines: readonly DraftLine[]): Map<string, string> {
  const numbers = new Set(lines.map((line) => line.cells.idNumber).filter((each) => each.length >= minIdLength))
  return new Map([...numbers].map((each) => [cachedVaultOf(ctx).index('id_number', each), each]))
}

async function loadPayees(
  ctx: Context,
  batch: BatchRow,
  lines: readonly DraftLine[],
  idNumbers: ReadonlyMap<string, string>,
): Promise<Map<string, PayeeFacts>> {
  const { index, addStored: know, open } = cachedVaultOf(ctx)
  const today = dayOf(ctx.now)
  if (idNumbers.size === 0) return new Map()
  const rows = await store.payees(ctx, { unitId: batch.unit_id, centreId: batch.centre_id, today }, [...idNumbers.keys()])
  for (const row of rows) {
    know('id_number', { sealed: row.id_number_sealed, index: row.id_number_index })
    know('mobile', { sealed: row.mobile_sealed, index: row.mobile_index })
  }
  // Most lines name a card on file, which its index finds without decrypting.
  for (const { cells } of lines) index('card_no', cells.cardNo)
  const cardsByOperator = new Map<number, store.CardRow[]>()
  for (const card of await store.cardsOf(
    ctx,
    batch.unit_id,
    rows.map((row) => row.id),
  )) {
    const operatorCards = cardsByOperator.get(card.operator_id)
    if (operatorCards) operatorCards.push(card)
    else cardsByOperator.set(card.operator_id, [card])
  }
  const rowByIdNumber = new Map(rows.map((row) => [idNumbers.get(row.id_number_index) ?? '', row]))
  const unknownCards = new Map<string, Parameters<typeof verifyCards>[2][number]>()
  for (const { cells } of lines) {
    const payee = rowByIdNumber.get(cells.idNumber)
    // A unit may add cards only for its own people. The cards of other people are neither verified nor stored.
    if (!payee?.is_linked || !payee.is_identity_verified || !isSameName(payee.name, cells.name) || !isCardNumber(cells.cardNo)) continue
    if (cardsByOperator.get(payee.id)?.some((card) => card.card_no === cells.cardNo && wasVerified(card))) continue
    const { id: operatorId, name, id_kind: idKind } = payee
    const { idNumber } = cells
    const mobile = open('mobile', payee.mobile_sealed, payee.mobile_index)
    unknownCards.set(`${operatorId}:${cells.cardNo}`, { operatorId, name, idKind, idNumber, mobile, cardNo: cells.cardNo, bankName: cells.bankName })
  }
  const verifiedCards = await verifyCards(ctx, batch.unit_id, [...unknownCards.values()])
  return new Map(
    rows.map((row) => {
      const cardFacts: CardFacts[] = (cardsByOperator.get(row.id) ?? []).map((card) => ({
        cardNo: card.card_no,
        bankName: card.bank_name,
        isDefault: card.is_default,
        isVerified: card.is_verified,
        isRefused: !card.is_verified && card.verified_at !== null,
      }))
      const newCards = verifiedCards.get(row.id) ?? []
      const facts: PayeeFacts = {
        id: row.id,
        name: row.name,
        status: row.status,
        statusReason: row.status_reason,
        isIdentityVerified: row.is_identity_verified,
        idKind: row.id_kind,
        paperTo: row.paper_to,
        residence: row.tax_residence,
        birth: row.birth,
        cards: [...newCards, ...cardFacts.filter((card) => !newCards.some((each) => each.cardNo === card.cardNo))],
        agreement: agreementOf(row, today),
        hasTaxConsent: row.has_tax_consent,
        isLinked: row.is_linked,
        dispute: row.dispute,
        ownBusiness: row.own_business,
      }
      return [idNumbers.get(row.id_number_index) ?? '', facts]
    }),
  )
}

async function loadEntities(ctx: Context, batch: BatchRow, lines: readonly DraftLine[]): Promise<Map<string, EntityFacts>> {
  const codes = new Set(lines.map((line) => line.cells.entityCreditCode).filter((code) => code.length === creditCodeLength))
  const entityPlace = { today: dayOf(ctx.now), batchId: batch.id, unitId: batch.unit_id, centreId: batch.centre_id }
  const rows = codes.size === 0 ? [] : await store.entities(ctx, [...codes], entityPlace)
  return new Map(
    rows.map((row) => [
      row.credit_code,
      {
        id: row.id,
        operatorId: row.operator_id,
        name: row.name,
        creditCode: row.credit_code,
        state: row.state,
        levyRatePpm: row.levy_rate_ppm,
        contract: { until: row.contract_until, cap: row.contract_cap === null ? null : fen(row.contract_cap), used: fen(row.contract_used) },
      },
    ]),
  )
}

/**
 * Returns what the unit's other batches use: gross of today and of this month, and net of this month. Counts reserved
 * batches unless `paidOnly`, and no failed or returned lines.
 */
export async function amountsUsedByUnit(
  ctx: Context,
  batch: Pick<BatchRow, 'id' | 'unit_id' | 'centre_id' | 'mode'>,
  paidOnly = false,
): Promise<{ day: Fen; month: Fen; net: Fen }> {
  const today = dayOf(ctx.now)
  const periodStarts = { day: midnight(today), month: midnight(monthStart(monthOf(ctx.now))) }
  const reservedOrPaidBatches = (await store.reservedOrPaidBatches(ctx, batch, periodStarts.month)).filter((each) => !paidOnly || each.is_paid)
  const failedBatches = reservedOrPaidBatches.filter((each) => each.has_failed)
  const released = new Map(failedBatches.length === 0 ? [] : (await store.releasedSums(ctx, failedBatches)).map((each) => [each.batch_id, each]))
  const countedAmounts = reservedOrPaidBatches.map((each) => {
    const releasedSum = released.get(each.id)
    return { at: each.at, gross: fen(each.gross_fen - (releasedSum?.gross ?? 0)), net: fen(each.net_fen - (releasedSum?.net ?? 0)) }
  })
  return {
    day: sumOf(
      countedAmounts.filter((each) => each.at >= periodStarts.day),
      (each) => each.gross,
    ),
    month: sumOf(countedAmounts, (each) => each.gross),
    net: sumOf(countedAmounts, (each) => each.net),
  }
}

/** Loads the cards of these lines that refused the unit's last payment, as `operator:card`. */
async function loadRefusedCards(
  ctx: Context,
  batch: BatchRow,
  lines: readonly DraftLine[],
  payees: ReadonlyMap<string, PayeeFacts>,
): Promise<Map<string, CardRefusal>> {
  if (payees.size === 0) return new Map()
  const refusalFilter = { unitId: batch.unit_id, centreId: batch.centre_id, sinceMonth: monthStart(shiftMonth(monthOf(ctx.now), -refusalMonths)) }
  const rows = await store.refusedCards(
    ctx,
    refusalFilter,
    [...payees.values()].map((payee) => payee.id),
  )
  const rowByCard = new Map(rows.map((row) => [`${row.operator_id}:${row.card_no_index}`, row]))
  const { index } = cachedVaultOf(ctx)
  return new Map(
    lines.flatMap(({ cells }): [string, CardRefusal][] => {
      const payee = payees.get(cells.idNumber)
      const row = payee && rowByCard.get(`${payee.id}:${index('card_no', cells.cardNo)}`)
      return row ? [[`${payee.id}:${cells.cardNo}`, { batch: row.batch_no, day: dayOf(row.at), code: row.fail_code, said: bankTextOf(row) }]] : []
    }),
  )
}

/** Returns the bank's reason text, or 'none' if it only repeats the meaning of the code. */
function bankTextOf({ fail_code: code, fail_reason: bankText }: store.RefusedCardRow): string {
  return bankText === '' || bankText === failCodeNames[code as keyof typeof failCodeNames].zh ? 'none' : bankText
}

interface LinesOfMonth {
  readonly lines: readonly DraftLine[]
  readonly numbers: ReadonlyMap<string, string>
  readonly month: string
}

/** Loads the payees of these lines and what they were paid. */
async function loadPeople(
  ctx: Context,
  batch: BatchRow,
  { lines, numbers, month }: LinesOfMonth,
  readingTerms: Promise<CurrentTerms>,
): Promise<Pick<BatchFacts, 'payees' | 'recent' | 'refused' | 'money' | 'others'>> {
  const payees = await loadPayees(ctx, batch, lines, numbers)
  const { policy } = await readingTerms
  const operatorIds = [...payees.values()].map((payee) => payee.id)
  const since = new Date(ctx.now.getTime() - recentDays * dayMs)
  // A line is stored under the month of its batch's creation, which may be long before its payment.
  const sinceMonth = monthStart(shiftMonth(monthOf(since), -1 - Math.ceil(maxLateDays / 31)))
  const payer = { centreId: batch.centre_id, mode: batch.mode, operatorIds, month }
  const [recentRows, refused, money, others] = await Promise.all([
    operatorIds.length === 0 ? [] : store.recentAmounts(ctx, { unitId: batch.unit_id, since, sinceMonth }, operatorIds),
    loadRefusedCards(ctx, batch, lines, payees),
    personMonths(ctx, payer, policy),
    amountsOfOtherUnits(ctx, { ...payer, unitId: batch.unit_id }),
  ])
  return {
    payees,
    recent: new Map(recentRows.map((each) => [`${each.operator_id}:${each.gross_fen}`, each.times])),
    refused,
    money,
    others: new Map([...others].filter(([id]) => money.has(id))),
  }
}

/** Loads all facts for the check of these lines, in a fixed number of statements. */
export async function loadFacts(ctx: Context, batch: BatchRow, lines: readonly DraftLine[], isFixed: boolean): Promise<BatchFacts> {
  return ctx.widen('facts of a batch', async () => {
    const activeLines = lines.filter((line) => !line.isExcluded)
    const month = monthOf(ctx.now)
    const numbers = idNumberByIndex(ctx, activeLines)
    const readingTerms = loadTerms(ctx, batch, isFixed)
    const [{ terms, policy }, people, entities, relatedRows, category, debtRows, used] = await Promise.all([
      readingTerms,
      loadPeople(ctx, batch, { lines: activeLines, numbers, month }, readingTerms),
      loadEntities(ctx, batch, activeLines),
      unpayablePeople(ctx, { unitId: batch.unit_id, centreId: batch.centre_id, today: dayOf(ctx.now) }),
      store.categoryOf(ctx, batch),
      store.debtsElsewhere(ctx, batch),
      amountsUsedByUnit(ctx, batch),
    ])
    const currentFeeBase = terms.plan.basis === 'net' ? used.net : used.month
    return {
      amountBasis: batch.amount_basis,
      month,
      terms,
      policy,
      ...people,
      entities,
      related: new Map(relatedRows.map((each) => [numbers.get(each.id_number_index) ?? '', each.relation])),
      noMoney: emptyPersonMoney(month),
      sourcePlatform: batch.source_platform,
      category,
      debts: new Map(debtRows.map(({ seq, ...fact }) => [seq, fact])),
      used: { day: used.day, month: used.month, feeBase: isFixed && terms.stored.feeBase !== undefined ? fen(terms.stored.feeBase) : currentFeeBase },
    }
  })
}

/** Returns the name and default card of people who work with the unit. The maker may copy them into lines. */
export async function payeesToCopy(
  ctx: Context,
  batch: BatchRow,
  idNumbers: readonly string[],
): Promise<Map<string, { name: string; card: { cardNo: string; bankName: string } | null }>> {
  return ctx.widen('data on file that a line can adopt', async () => {
    const numbers = new Map(idNumbers.map((idNumber) => [cachedVaultOf(ctx).index('id_number', idNumber), idNumber]))
    const rows = await store.payees(ctx, { unitId: batch.unit_id, centreId: batch.centre_id, today: dayOf(ctx.now) }, [...numbers.keys()])
    const linkedRows = rows.filter((row) => row.is_linked)
    const cardByOperator = new Map(
      (
        await store.cardsOf(
          ctx,
          batch.unit_id,
          linkedRows.map((row) => row.id),
        )
      )
        .filter((card) => card.is_default)
        .map((card) => [card.operator_id, card]),
    )
    return new Map(
      linkedRows.map((row) => {
        const card = cardByOperator.get(row.id)
        return [numbers.get(row.id_number_index) ?? '', { name: row.name, card: card ? { cardNo: card.card_no, bankName: card.bank_name } : null }]
      }),
    )
  })
}
