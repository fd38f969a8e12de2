import { z } from 'zod'
import type { GatewayCall } from '#/server/desk/gateways/adapters.ts'
import type { CompanyCheckRequest, CompanyCheckResult } from '#/server/kernel/external/gateways.ts'

const CompanyAnswer = z.object({ result: z.enum(['match', 'mismatch', 'not_found']) })

/** Asks whether the register lists name, code and, if given, legal person together. */
export async function checkCompany(call: GatewayCall, { name, creditCode, legal }: CompanyCheckRequest): Promise<CompanyCheckResult> {
  return CompanyAnswer.parse(await call('/register/check', { name, creditCode, ...(legal !== '' && { legal }) })).result
}
