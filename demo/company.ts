import { demoAccounts, demoPassword, demoPaymentPassword } from '#/demo/accounts.ts'
import { seededRandom } from '#/demo/random.ts'
import { bankCardSpecimen, drawBackSide, drawBankCard, drawFrontSide, drawLicence, idSpecimen, licenceSpecimen } from '#/demo/specimen.ts'
import { photograph } from '#/demo/specimen-photo.ts'
import type { DocumentImageKind } from '#/domain/people/recognition.ts'
import type { DemoCompany } from '#/server/kernel/installation/demo-company.ts'

export { loadDemo } from '#/demo/load.ts'

async function drawSpecimen(side: DocumentImageKind, seed: number): Promise<Buffer> {
  const random = seededRandom(seed)
  if (side === 'bank') return photograph(await drawBankCard(bankCardSpecimen(random)), 'clean', random)
  if (side === 'licence') return photograph(await drawLicence(licenceSpecimen(random)), 'clean', random)
  const card = idSpecimen(random)
  return photograph(await (side === 'front' ? drawFrontSide(card) : drawBackSide(card)), 'clean', random)
}

/** The part of the demo that the server shows. */
export const demoCompany: DemoCompany = { password: demoPassword, paymentPassword: demoPaymentPassword, accounts: demoAccounts, specimen: drawSpecimen }
