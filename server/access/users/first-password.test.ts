import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { demoPassword } from '#/demo/accounts.ts'
import { userType } from '#/domain/base/codes.ts'
import { authorisationLetter, openSession } from '#/server/access/users/testing.ts'
import { startTestServer, type TestServer } from '#/server/tests/testing.ts'

describe('new accounts on an installation without text messages and mail', () => {
  let server: TestServer
  const person = { username: 'zhiban1', name: '纸质人', mobile: '13912340101', usertype: userType.unit }
  const roleNamed = async (name: string) => (await server.must('unit1', 'users.choices', {})).roles.find((role) => role.name === name)?.id ?? 0
  before(async () => {
    const courier = { ways: { mail: false, sms: false }, mail: async () => assert.fail('mail'), sms: async () => assert.fail('text message') }
    server = await startTestServer({ courier })
  })
  after(() => server.close())

  test('the approver of a new account, not its creator, receives the first password', async () => {
    const userInput = { ...person, roleIds: [await roleNamed('单位制单')] }
    assert.equal((await server.call('unit1', 'users.create', userInput)).error, 'proofNeeded')
    for (const demoUsername of ['unit1', 'platform']) await server.must(demoUsername, 'profile.prove', { password: demoPassword })
    const newUser = await server.must('unit1', 'users.create', userInput)
    assert.deepEqual([newUser.isOnPaper, newUser.sentTo, newUser.isWaiting], [true, '', false])
    const [waiting] = await server.must('platform', 'users.proposals', {})
    assert.deepEqual([waiting?.kind, waiting?.username, waiting?.reason, waiting?.mayDecide], ['paper', 'zhiban1', '新账号的首个密码', ''])
    const proposalId = waiting?.id ?? 0
    assert.equal((await server.call('unit1', 'users.decide', { proposalId, isApproved: true })).error, 'ownProposal')
    const { password } = await server.must('platform', 'users.decide', { proposalId, isApproved: true })
    assert.equal((await openSession(server, 'zhiban1', password ?? '')).isEditPassWord, 0)
  })

  test('the approval of an account reports that its owner received no message', async () => {
    const reviewedUserInput = { ...person, username: 'zhiban2', mobile: '13912340102', roleIds: [await roleNamed('单位复核')], letterFile: authorisationLetter }
    await server.must('unit1', 'users.create', reviewedUserInput)
    const { rows } = await server.must('centre', 'users.applications', { keyword: 'zhiban2' })
    const approvedUser = await server.must('centre', 'users.approve', { applicationId: rows[0]?.id ?? 0 })
    assert.deepEqual([approvedUser.isNew, approvedUser.isSent, approvedUser.sentTo], [true, false, ''])
  })
})
