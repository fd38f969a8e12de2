import { countryDigits } from '#/domain/base/country-codes.ts'
import { factsOfNumber, type IdKind, idKindTaxCode } from '#/domain/base/id-paper.ts'
import { formatQuarter } from '#/domain/taxation/platform-report.ts'
import type { DisplayedGround } from '#/domain/taxation/reporter-plan.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { FormRow } from '#/server/taxation/forms/public.ts'
import type { PlatformReporter } from '#/server/taxation/platformreports/reporters.ts'
import type { PersonRow } from '#/server/taxation/platformreports/store.ts'
import type { IncomePart } from '#/server/taxation/platformreports/store-parts.ts'

/** Returns the values above the table: reporter, platform, period and day. */
export function formHead({ name, code, platformName }: PlatformReporter, quarter: string, today: string): Readonly<Record<string, string>> {
  return { agentName: name, agentCode: code, platformName, period: formatQuarter(quarter), filedOn: today }
}

function identityRow(ctx: Context, person: PersonRow): FormRow {
  const isRegistered = person.entity_id !== null
  if (isRegistered)
    return { isRegistered: 'yes', registeredName: person.entity_name, registeredCode: person.credit_code, shopName: person.entity_name, shopId: person.code }
  const idNumber = ctx.vault.open('id_number', person.id_number_sealed)
  const nationality = person.nationality || factsOfNumber(person.id_kind as IdKind, idNumber).nationality
  return {
    isRegistered: 'no',
    name: person.name,
    paper: idKindTaxCode(person.id_kind),
    idNumber,
    country: countryDigits(nationality),
    shopName: person.name,
    shopId: person.code,
  }
}

function accountRow(ctx: Context, person: PersonRow): FormRow {
  return {
    isExempt: person.is_covered ? 'yes' : 'no',
    bank: person.bank_name,
    accountName: person.entity_name || person.name,
    account: ctx.vault.open('card_no', person.card_no_sealed),
    contact: person.name,
    mobile: ctx.vault.open('mobile', person.mobile_sealed),
    startedOn: person.started_on,
    endedOn: person.ended_on,
    status: person.status,
  }
}

const exclusionReasons: Readonly<Record<DisplayedGround, string>> = {
  withheld: 'withheld',
  agent: 'agent',
  convenience: 'convenience',
  declared: 'yes',
}

/**
 * Returns a line of the income form: a person's income on one account of one platform. Our own platform has no account
 * names.
 */
function incomeRow(part: IncomePart, platformName: string): FormRow {
  return {
    platformName: part.source_platform || platformName,
    ...(part.nickname && { shopName: part.nickname }),
    ...(part.user_no && { shopId: part.user_no }),
    gross: part.gross_fen,
    refund: part.refund_fen,
    net: part.net_fen,
    labour: part.entity_id === null ? part.net_fen : null,
    commission: part.fee_fen,
    orders: part.payment_count,
    isCovered: part.ground === null ? 'no' : exclusionReasons[part.ground],
  }
}

/** The contents of a form: the people of a report, and for the income form their income by account. */
export interface FormContents {
  readonly by: PlatformReporter
  readonly people: readonly PersonRow[]
  readonly income: readonly IncomePart[]
}

const keyOf = ({ operator_id, entity_id }: { readonly operator_id: number; readonly entity_id: number | null }) => `${operator_id}:${entity_id ?? ''}`

/**
 * Returns the rows of a form, with full numbers of people: each identity once, and each income once per account and
 * ground.
 */
export function formRows(ctx: Context, form: 'platform_identity' | 'platform_income', { by, people, income: all }: FormContents): readonly FormRow[] {
  if (form === 'platform_identity') return people.map((person, at) => ({ seq: at + 1, ...identityRow(ctx, person), ...accountRow(ctx, person) }))
  const incomeByPerson = Map.groupBy(all, keyOf)
  const lines = people.flatMap((person) => {
    const identityFields = identityRow(ctx, person)
    return (incomeByPerson.get(keyOf(person)) ?? []).map((part) => ({ ...identityFields, ...incomeRow(part, by.platformName) }))
  })
  return lines.map((line, at) => ({ seq: at + 1, ...line }))
}
