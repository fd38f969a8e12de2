import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { factsOfNumber, foreignIdKinds } from '#/domain/base/id-paper.ts'
import { idNumberFor } from '#/domain/base/identity.ts'
import { Applicant, operatorAnswers } from '#/server/onboarding/applications/registering-testing.ts'
import { testServer } from '#/server/tests/testing.ts'

const papers: Readonly<Record<(typeof foreignIdKinds)[number], Readonly<Record<string, string>>>> = {
  passport: { certNo: 'C01X00T47', nationality: 'DE', sex: 'F', birth: '1991-04-02', name: 'Anna Weber' },
  hk_macau_permit: { certNo: 'M66123456', nationality: 'MO', sex: 'M', birth: '1987-09-12', name: '何志远' },
  hk_macau_residence: { certNo: idNumberFor('810000', '19870912', 7), sex: 'M', birth: '1987-09-12', name: '何志高' },
  taiwan_permit: { certNo: '06612345', sex: 'F', birth: '1993-11-30', name: '林怡君' },
  taiwan_residence: { certNo: idNumberFor('830000', '19931130', 8), sex: 'F', birth: '1993-11-30', name: '林怡文' },
  foreign_pr: { certNo: idNumberFor('911124', '19810803', 2), nationality: 'CA', sex: 'F', birth: '1981-08-03', name: 'Marie Tremblay' },
}
const mobiles = {
  passport: '+49 170 1234567',
  hk_macau_permit: '+853 6612 3456',
  hk_macau_residence: '+852 6612 3457',
  taiwan_permit: '+886 912 345 678',
  taiwan_residence: '+886 912 345 679',
  foreign_pr: '13766123456',
} as const

describe('registration with foreign IDs', () => {
  const server = testServer()
  const db = () => server.running.kernel.database.kysely

  const answersWith = (kind: (typeof foreignIdKinds)[number], more: Readonly<Record<string, string>> = {}) => {
    const { cardNo, bankName, centreId, address, validFrom, validTo } = operatorAnswers()
    const usualAnswers = {
      cardNo,
      bankName,
      centreId,
      address,
      validFrom,
      validTo,
      bankMobile: '+852 9123 4567',
      email: 'me@example.com',
      taxResidence: 'resident',
    }
    return { ...usualAnswers, certType: kind, ...papers[kind], ...more } as Record<string, string>
  }
  const beginForeign = async (kind: (typeof foreignIdKinds)[number]) => {
    const foreignApplicant = new Applicant(server, 'international', mobiles[kind])
    await foreignApplicant.prove()
    return foreignApplicant
  }

  for (const kind of foreignIdKinds)
    test(`${kind}: approval stores ID data and declared residence, with the address sealed`, async () => {
      const foreignApplicant = await beginForeign(kind)
      await foreignApplicant.mustSave(answersWith(kind))
      for (const field of kind === 'passport' ? ['certFront'] : ['certFront', 'certBack']) await foreignApplicant.add(field)
      const submission = await foreignApplicant.submit()
      assert.equal(submission.code, 1, submission.message)
      const { id, sealed, fields } = await db()
        .selectFrom('application')
        .selectAll()
        .where('no', '=', submission.data?.progress.no ?? '')
        .executeTakeFirstOrThrow()
      assert.ok(!JSON.stringify([sealed, fields]).includes('金湖路'), 'the address is sealed')
      const seen = await server.must('auditor', 'applications.get', { applicationId: id })
      assert.equal(seen.values.find((value) => value.field === 'address')?.value, '福建省厦门市****')
      assert.ok(seen.checks.some((check) => check.name === '人工审核'))
      await server.must('auditor', 'applications.approve', { applicationId: id, version: seen.version })
      const listedOperator = (await server.must('centre', 'operators.list', { kind: 'ordinary', keyword: papers[kind].certNo ?? '' }, { centre: 2, mode: 2 }))
        .rows[0]
      const operator = await server.must('centre', 'operators.get', { operatorId: listedOperator?.id ?? 0 }, { centre: 2, mode: 2 })
      const { sex, birth, certNo = '', nationality = factsOfNumber(kind, certNo).nationality } = papers[kind]
      assert.deepEqual(
        [
          operator.idKind,
          operator.sex,
          operator.birth,
          operator.nationality,
          operator.validFrom,
          operator.validTo,
          operator.taxedAs,
          operator.residence?.value,
        ],
        [kind, sex, birth, nationality, '2019-05-20', '2039-05-20', 'resident', 'resident'],
      )
      assert.equal(
        (await foreignApplicant.open()).values.find((value) => value.field === 'address')?.value,
        '福建省厦门市湖里区金湖路 8 号 301 室',
        'the applicant sees it',
      )
    })

  test('an ID with a contradictory number, past validity or unknown nationality is refused', async () => {
    const foreignApplicant = new Applicant(server, 'international', '+49 170 7654321')
    await foreignApplicant.prove()
    const refusalMessage = async (kind: (typeof foreignIdKinds)[number], more: Readonly<Record<string, string>>) =>
      (await foreignApplicant.save(answersWith(kind, more))).message
    assert.match(await refusalMessage('hk_macau_permit', { certNo: 'X66123456' }), /证件类型不符/)
    assert.match(await refusalMessage('taiwan_permit', { certNo: 'H12345678' }), /证件类型不符/)
    const permit = { certNo: idNumberFor('911124', '19810804', 4) }
    const refusal = await refusalMessage('foreign_pr', { ...permit, sex: 'M' })
    assert.match(refusal, /性别 与证件号码不一致/)
    assert.match(refusal, /出生日期 与证件号码不一致/)
    assert.match(await refusalMessage('foreign_pr', { certNo: '911124198108030025' }), /校验位/)
    assert.match(await refusalMessage('passport', { validTo: '2020-01-01', certNo: 'C01X00T48' }), /有效期/)
    assert.match(await refusalMessage('passport', { nationality: '德国', certNo: 'C01X00T48' }), /国籍/)
  })
})
