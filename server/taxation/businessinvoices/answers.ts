import { type Answer, answer } from '#/server/kernel/declarations/question.ts'
import { invoiceDues } from '#/server/people/entities/public.ts'
import { invoiceDuesOf } from '#/server/taxation/businessinvoices/store.ts'

export const answers: readonly Answer[] = [answer(invoiceDues, invoiceDuesOf)]
