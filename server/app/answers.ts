import { answers as users } from '#/server/access/users/answers.ts'
import { answers as contracts } from '#/server/agreements/contracts/answers.ts'
import { answers as orders } from '#/server/agreements/orders/answers.ts'
import { type Answers, collectAnswers } from '#/server/kernel/declarations/question.ts'
import { answers as ledger } from '#/server/money/ledger/answers.ts'
import { answers as lines } from '#/server/money/lines/answers.ts'
import { answers as payments } from '#/server/money/payments/answers.ts'
import { answers as reconciliation } from '#/server/money/reconciliation/answers.ts'
import { answers as vouchers } from '#/server/money/vouchers/answers.ts'
import { answers as applications } from '#/server/onboarding/applications/answers.ts'
import { answers as centres } from '#/server/organisations/centres/answers.ts'
import { answers as disputes } from '#/server/people/disputes/answers.ts'
import { answers as entities } from '#/server/people/entities/answers.ts'
import { answers as operators } from '#/server/people/operators/answers.ts'
import { answers as papers } from '#/server/people/papers/answers.ts'
import { answers as verifications } from '#/server/people/verifications/answers.ts'
import { answers as businessinvoices } from '#/server/taxation/businessinvoices/answers.ts'
import { answers as invoices } from '#/server/taxation/invoices/answers.ts'
import { answers as periods } from '#/server/taxation/periods/answers.ts'
import { answers as titles } from '#/server/taxation/titles/answers.ts'

/** All modules' answers to the questions of lower modules. */
export const answers: Answers = collectAnswers([
  ...applications,
  ...businessinvoices,
  ...centres,
  ...contracts,
  ...disputes,
  ...entities,
  ...invoices,
  ...ledger,
  ...lines,
  ...operators,
  ...orders,
  ...papers,
  ...payments,
  ...periods,
  ...reconciliation,
  ...titles,
  ...users,
  ...verifications,
  ...vouchers,
])
