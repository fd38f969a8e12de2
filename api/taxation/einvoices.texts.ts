import type { Text } from '#/domain/base/text.ts'
import type { InvoiceOrderKind, InvoiceOrderState } from '#/domain/taxation/einvoice.ts'

export const einvoiceRefusals = {
  notKeeper: { zh: '开票通道仅平台人员可设置', en: 'Only platform staff can set the issuing channel.', es: 'Solo la plataforma configura el canal de emisión.', ja: '発行チャネルを設定できるのはプラットフォーム担当者のみです。' },
  centreNotFound: { zh: '运营中心不存在或无权查看', en: 'The centre does not exist, or you do not have access.', es: 'El centro no existe o no puede verlo.', ja: 'センターが存在しないか、閲覧権限がありません。' },
  changed: { zh: '设置已被他人修改，请刷新后重试', en: 'Someone else changed these settings: refresh and try again.', es: 'Otra persona cambió la configuración: actualice y repita.', ja: '他の人が設定を変更しました。更新して再試行してください。' },
  setting: {
    zh: '“{name}”不正确：{problem, select, unknown {该开票方式没有此项} missing {必填} other {{rule}}}',
    en: '“{name}” is not valid: {problem, select, unknown {this setting does not exist} missing {it is required} other {{rule}}}.',
    es: '«{name}» no es correcto: {problem, select, unknown {no existe ese dato} missing {es obligatorio} other {{rule}}}.',
    ja: '「{name}」が正しくありません：{problem, select, unknown {この方法にはない項目です} missing {必須です} other {{rule}}}。',
  },
  sandboxHere: { zh: '正式环境不能使用开票沙箱：它不产生真实发票', en: 'The sandbox issues no real invoices and cannot be used in production.', es: 'El entorno de pruebas no emite facturas reales: no se puede usar en producción.', ja: 'サンドボックスは実際の発票を発行しないため、本番環境では使えません。' },
  busy: {
    zh: '还有 {count} 笔开票请求没有结果，暂不能更换开票方式',
    en: '{count, plural, one {# request has} other {# requests have}} no result yet. Change the issuing method once all results have arrived.',
    es: '{count, plural, one {# solicitud no tiene} other {# solicitudes no tienen}} resultado: hasta tenerlo no se puede cambiar la forma de emisión.',
    ja: '結果待ちの発行依頼が{count}件あるため、発行方法を変更できません。',
  },
  noChannel: {
    zh: '本中心未设置开票通道：请导出待开清单，在开票软件中开具后导入结果',
    en: 'This centre has no issuing channel: export the list, issue with your software and import the results.',
    es: 'Este centro no tiene canal de emisión: exporte la lista, emita con su programa e importe los resultados.',
    ja: 'このセンターには発行チャネルがありません。一覧を出力し、発行ソフトで発行後、結果を取り込んでください。',
  },
  silent: {
    zh: '开票通道没有可信的应答（{fault}），什么都没有提交，请稍后再试',
    en: 'The issuing channel returned no valid response ({fault}). Nothing was sent. Try again later.',
    es: 'El canal de emisión no dio una respuesta fiable ({fault}). No se envió nada; inténtelo más tarde.',
    ja: '発行チャネルから信頼できる応答がありません（{fault}）。何も送信していません。後でもう一度お試しください。',
  },
  quotaShort: {
    zh: '本月剩余总额度不足：剩余 {left}，本次不含税金额 {needed}。未提交任何发票，请先申请调增额度或分次开具',
    en: 'Not enough quota this month: {left} left, {needed} needed excluding tax. Nothing was sent. Have the quota raised or issue less.',
    es: 'Cupo insuficiente este mes: quedan {left} y se necesitan {needed} sin IVA. No se envió nada; amplíe el cupo o emita menos.',
    ja: '当月の残り発行枠が不足しています：残り {left}、必要額（税抜） {needed}。何も送信していません。枠の増額申請または分割発行をしてください。',
  },
  ordersLive: { zh: '各张发票都已提交开票通道，正在等待结果', en: 'All invoices have been sent to the channel and await results.', es: 'Todas las facturas ya se enviaron al canal y esperan resultado.', ja: 'すべて送信済みで、結果を待っています。' },
  underWay: {
    zh: '该票已提交开票通道（请求号 {requestNo}），结果出来前不能人工处理',
    en: 'This invoice was sent to the issuing channel (request {requestNo}). Wait for the result before any manual step.',
    es: 'La factura se envió al canal de emisión (solicitud {requestNo}): espere el resultado antes de tramitarla a mano.',
    ja: '発行チャネルへ送信済みです（依頼番号 {requestNo}）。結果が出るまで手作業では処理できません。',
  },
  redNotSendable: { zh: '该红冲状态（{code}）不能提交开票通道', en: 'A reversal with status “{code}” cannot be sent to the channel.', es: 'Una rectificativa en «{code}» no se puede enviar al canal.', ja: '状態「{code}」の赤字発票は送信できません。' },
} as const satisfies Record<string, Text>

/** Faults of an order that staff must review. */
export const orderFaults = {
  officeRefused: { zh: '开票通道拒绝：{reason}', en: 'The channel refused: {reason}', es: 'El canal rechazó: {reason}', ja: 'チャネルが拒否しました：{reason}' },
  contradicts: {
    zh: '应答与请求不一致（{what, select, requestNo {请求号} number {发票号码} issuedOn {开票日期} amount {金额} seller {销方税号} buyer {购方税号} confirmNo {确认单编号} other {状态}}），未予采信，请到税务平台核实后登记或再次查询',
    en: 'The response does not match the request ({what, select, requestNo {request number} number {invoice number} issuedOn {date} amount {amount} seller {seller} buyer {buyer} confirmNo {confirmation} other {state}}) and was rejected. Check the result on the tax platform, then register it or retry.',
    es: 'La respuesta no corresponde a lo pedido ({what, select, requestNo {solicitud} number {número} issuedOn {fecha} amount {importe} seller {vendedor} buyer {comprador} confirmNo {confirmación} other {estado}}) y no se aceptó. Compruebe el resultado en la plataforma fiscal y regístrelo, o consulte de nuevo.',
    ja: '応答が依頼と一致しません（{what, select, requestNo {依頼番号} number {発票番号} issuedOn {発行日} amount {金額} seller {販売側} buyer {購入側} confirmNo {確認書番号} other {状態}}）。採用していません。税務プラットフォームで確認のうえ、登録または再照会してください。',
  },
  noAnswer: {
    zh: '多次查询没有可信的应答，请到税务平台核实后登记或再次查询',
    en: 'No valid response after many attempts. Check the result on the tax platform, then register it or retry.',
    es: 'Sin respuesta fiable tras muchos intentos. Compruebe el resultado en la plataforma fiscal y regístrelo, o consulte de nuevo.',
    ja: '繰り返し照会しましたが信頼できる応答がありません。税務プラットフォームで確認のうえ、登録または再照会してください。',
  },
  askerGone: { zh: '提交人已无此权限，请由现任开票人员再次查询', en: 'The sender can no longer issue invoices. Ask an authorised colleague to retry.', es: 'El remitente ya no puede emitir. Pida a un compañero autorizado que reintente.', ja: '送信者に権限がなくなりました。権限のある担当者が再照会してください。' },
} as const satisfies Record<string, Text>

export const orderKindNames: Readonly<Record<InvoiceOrderKind, Text>> = {
  issue: { zh: '开具蓝字发票', en: 'Issue', es: 'Emitir', ja: '青字発票の発行' },
  redApply: { zh: '红字确认单申请', en: 'Apply for a red-letter confirmation', es: 'Solicitar rectificativa', ja: '赤字確認書の申請' },
  redConfirm: { zh: '确认购方录入的确认单', en: 'Confirm the buyer’s red-letter confirmation', es: 'Confirmar la del comprador', ja: '購入側確認書の確認' },
  redIssue: { zh: '开具红字发票', en: 'Issue the red-letter invoice', es: 'Emitir la rectificativa', ja: '赤字発票の発行' },
}

export const orderStateNames: Readonly<Record<InvoiceOrderState, Text>> = {
  queued: { zh: '待提交', en: 'To be sent', es: 'Por enviar', ja: '送信待ち' },
  asked: { zh: '等待结果', en: 'Waiting', es: 'En espera', ja: '結果待ち' },
  done: { zh: '已完成', en: 'Done', es: 'Hecho', ja: '完了' },
  refused: { zh: '被拒绝', en: 'Refused', es: 'Rechazada', ja: '拒否' },
  doubted: { zh: '待核实', en: 'Needs attention', es: 'Por comprobar', ja: '要確認' },
  closed: { zh: '已人工处理', en: 'Handled manually', es: 'Hecho a mano', ja: '手作業で処理済み' },
}

export const einvoiceFields = {
  way: { zh: '开票方式', en: 'Issuing method', es: 'Forma de emisión', ja: '発行方法' },
  quota: { zh: '本月剩余总额度（不含税）', en: 'Quota left this month (excluding tax)', es: 'Cupo restante del mes (sin IVA)', ja: '当月の残り発行枠（税抜）' },
  requestNo: { zh: '请求号', en: 'Request', es: 'Solicitud', ja: '依頼番号' },
} as const satisfies Record<string, Text>
