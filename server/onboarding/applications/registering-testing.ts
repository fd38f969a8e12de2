import { randomInt } from 'node:crypto'
import type { Upload } from '#/api/operation.ts'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import { type ApplicationKind, clauseVersion } from '#/domain/onboarding/application.ts'
import { sharp } from '#/server/lib/sharp.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** Returns a unique picture. */
export async function uniquePhoto(format: 'jpeg' | 'png' = 'jpeg'): Promise<Upload> {
  const [r = 0, g = 0, b = 0] = [randomInt(256), randomInt(256), randomInt(256)]
  const bytes = await sharp({ create: { width: 320 + randomInt(60), height: 220, channels: 3, background: { r, g, b } } })
    [format]()
    .toBuffer()
  return { filename: `photo.${format}`, mediaType: `image/${format}`, bytes }
}

let serial = randomInt(100_000)

/** Returns a mobile number unused in the demo. */
export function freshMobile(): string {
  serial++
  return `166${String(10_000_000 + serial).slice(-8)}`
}

/** Returns a valid unused identity number with this birthday (yyyyMMdd). */
export function freshIdNumber(birth = '19900307'): string {
  serial++
  return idNumberFor(`3502${String(10 + (serial % 80)).padStart(2, '0')}`, birth, serial)
}

/** Returns a unit's answers, overridden by `over`. */
export function unitAnswers(over: Readonly<Record<string, string>> = {}): Record<string, string> {
  serial++
  const creditCode = creditCodeFor('91', '350203', 500_000 + (serial % 400_000))
  return {
    name: `鹭岛晨光文化有限公司${serial}`,
    creditCode,
    legalPerson: '林知远',
    legalIdNumber: freshIdNumber('19850412'),
    contactName: '许晚舟',
    email: 'wanzhou@example.com',
    industry: '文化创意',
    mainBusiness: '为品牌提供短视频策划、拍摄与剪辑服务，按项目结算报酬。',
    bizKind: 'ordinary',
    mode: '2',
    centreId: '2',
    scenario: '自由摄影师与剪辑师按项目承接任务，交付成片后由我司验收并按月结算。',
    taxNo: creditCode,
    billingAddress: '厦门市思明区软件园二期望海路 10 号',
    billingPhone: '0592-5588666',
    billingBank: '招商银行厦门分行软件园支行',
    billingAccount: '592902345678901',
    ...over,
  }
}

/** Returns an operator's answers, overridden by `over`. */
export function operatorAnswers(over: Readonly<Record<string, string>> = {}): Record<string, string> {
  serial++
  return {
    name: '周明朗',
    idNumber: freshIdNumber(),
    nation: '汉',
    address: '福建省厦门市湖里区金湖路 8 号 301 室',
    authority: '厦门市公安局湖里分局',
    validFrom: '2019-05-20',
    validTo: '2039-05-20',
    yztype: '1',
    cardNo: bankCardFor('622202', serial),
    bankName: '中国工商银行厦门湖里支行',
    bankMobile: '13600001234',
    centreId: '2',
    ...over,
  }
}

/** Returns a partner's answers, for a company or a person. */
export function partnerAnswers(subjectKind: 'company' | 'person', over: Readonly<Record<string, string>> = {}): Record<string, string> {
  serial++
  const name = subjectKind === 'company' ? `鹭岛渠道服务有限公司${serial}` : '陈渡舟'
  return {
    subjectKind,
    name,
    ...(subjectKind === 'company' ? { creditCode: creditCodeFor('91', '350203', 500_000 + (serial % 400_000)) } : { idNumber: freshIdNumber() }),
    contactName: '陈渡舟',
    region: '35',
    promotion: '服务本地文创园区的企业。',
    accountName: name,
    accountBank: '招商银行厦门分行',
    accountNo: '592902345678902',
    ...over,
  }
}

const pictureFieldsByKind: Readonly<Record<ApplicationKind, readonly string[]>> = {
  unit: ['licence', 'legalIdFront', 'legalIdBack', 'sitePhotos'],
  partner: ['licence'],
  operator: ['idFront', 'idBack'],
  international: ['certFront'],
}

/** An applicant who verifies a number, fills in the form and submits it. */
export class Applicant {
  readonly server: TestServer
  readonly kind: ApplicationKind
  readonly mobile: string
  ticket = ''

  constructor(server: TestServer, kind: ApplicationKind, mobile = freshMobile()) {
    this.server = server
    this.kind = kind
    this.mobile = mobile
  }

  async code(): Promise<{ ask: string; code: string }> {
    // Clears the hourly limit of codes, because the tests share one address.
    await this.server.running.kernel.database.kysely.deleteFrom('throttle').where('subject', 'like', 'apply%').execute()
    const { ask } = await this.server.must(null, 'applications.askCode', { kind: this.kind, mobile: this.mobile })
    await this.server.job('applications.code', { ask })
    const { messages } = await this.server.must(null, 'applications.sandbox', { ask })
    return { ask, code: messages[0]?.text.match(/\d{6}/)?.[0] ?? '' }
  }

  async prove(invite?: string) {
    const codeRequest = await this.code()
    const applicationStart = await this.server.must(null, 'applications.begin', { ...codeRequest, clauseVersion, ...(invite !== undefined && { invite }) })
    this.ticket = applicationStart.ticket
    return applicationStart
  }

  save(answers: Readonly<Record<string, string>>) {
    return this.server.call(null, 'applications.save', { ticket: this.ticket, answers: Object.entries(answers).map(([field, value]) => ({ field, value })) })
  }

  async mustSave(answers: Readonly<Record<string, string>>) {
    const answer = await this.save(answers)
    if (answer.code !== 1) throw new Error(`not saved: ${answer.message}`)
    return answer.data as NonNullable<typeof answer.data>
  }

  async add(field: string) {
    return this.server.must(null, 'applications.addPicture', { ticket: this.ticket, field, file: await uniquePhoto() })
  }

  open() {
    return this.server.must(null, 'applications.open', { ticket: this.ticket })
  }

  submit() {
    return this.server.call(null, 'applications.submit', { ticket: this.ticket })
  }

  /** Verifies, fills in and submits. Returns the application. */
  async register(answers: Readonly<Record<string, string>>, invite?: string) {
    await this.prove(invite)
    await this.mustSave(answers)
    for (const field of answers.subjectKind === 'person' ? pictureFieldsByKind.operator : pictureFieldsByKind[this.kind]) await this.add(field)
    const submission = await this.submit()
    if (submission.code !== 1) throw new Error(`not submitted: ${submission.message}`)
    return submission.data as NonNullable<typeof submission.data>
  }

  /** Returns the first password from its message. */
  async password(): Promise<string> {
    const id = await this.id()
    await this.server.job('applications.tell', { application: id, what: 'received' })
    const rows = await this.server.running.kernel.database.kysely
      .selectFrom('outbox')
      .select('body')
      .where('about', '=', `application:${id}`)
      .orderBy('id', 'desc')
      .execute()
    return rows[0]?.body.match(/初始密码 (\S+)（/)?.[1] ?? ''
  }

  async id(): Promise<number> {
    const account = await this.server.running.kernel.database.kysely
      .selectFrom('application')
      .select('id')
      .where('mobile_index', '=', this.server.running.kernel.vault.index('mobile', this.mobile))
      .where('kind', '=', this.kind)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return account.id
  }
}
