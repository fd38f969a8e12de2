import type { Text } from '#/domain/base/text.ts'
import type { SkipReason } from '#/domain/money/bank-statement.ts'
import type { ReconDayState, ReconItemEnding, ReconItemKind, ReconItemState, ReconItemStep, ReconSource } from '#/domain/money/reconciliation.ts'

/** A skipped row of a statement, in the message after an import. */
export const skippedRowText: Text = { zh: '第 {line} 行（{reason}）', en: 'row {line} ({reason})', es: 'fila {line} ({reason})', ja: '{line} 行目（{reason}）' }
export const skipNames: Readonly<Record<SkipReason, Text>> = {
  opening: { zh: '期初余额', en: 'opening balance', es: 'saldo inicial', ja: '期首残高' },
  closing: { zh: '期末余额', en: 'closing balance', es: 'saldo final', ja: '期末残高' },
  total: { zh: '合计', en: 'total', es: 'total', ja: '合計' },
  end: { zh: '说明或结束标记', en: 'note or end mark', es: 'nota o marca de fin', ja: '注記または終了の印' },
}

export const reconRefusals = {
  dayNotFound: { zh: '对账日不存在或无权查看', en: 'This date has no reconciliation, or you do not have access.', es: 'Ese día no tiene conciliación o no puede verla.', ja: '照合日が存在しないか、閲覧権限がありません。' },
  itemNotFound: { zh: '差异不存在或无权查看', en: 'The difference does not exist, or you do not have access.', es: 'La diferencia no existe o no puede verla.', ja: '差異が存在しないか、閲覧権限がありません。' },
  channelNotFound: { zh: '通道不存在或无权使用', en: 'The channel does not exist, or you do not have access.', es: 'El canal no existe o no puede usarlo.', ja: 'チャネルが存在しないか、利用権限がありません。' },
  changed: { zh: '已被他人更新，请刷新后重试', en: 'Someone else has changed this. Reload and try again.', es: 'Alguien ya lo cambió. Recargue e inténtelo de nuevo.', ja: '他の人が更新済みです。再読み込みしてください。' },
  wrongState: { zh: '差异{state}，不能进行此操作', en: 'Not possible: the difference is “{state}”.', es: 'No es posible: la diferencia está «{state}».', ja: '差異は「{state}」のため、この操作はできません。' },
  ownProposal: { zh: '不能复核自己提出的处理', en: 'You proposed this treatment. Another person must approve it.', es: 'Usted propuso este tratamiento: debe aprobarlo otra persona.', ja: 'ご自身が提案した処理は承認できません。別の担当者が承認してください。' },
  linkedProposal: {
    zh: '提出处理的人与您的账号有关联（24 小时内设置过您的密码，或创建了您的账号），须由其他人复核',
    en: 'The proposer is linked to your account: they set your password within 24 hours, or created the account. Another person must approve.',
    es: 'Quien lo propuso está vinculado a su cuenta: fijó su contraseña en 24 horas o la creó. Debe aprobarlo otra persona.',
    ja: '提案者はあなたのアカウントと関連しています（24時間以内のパスワード設定、またはアカウントの作成）。他の担当者が承認してください。',
  },
  notYourProposal: { zh: '只有提出处理的人可以撤回', en: 'Only the proposer can withdraw the treatment.', es: 'Solo puede retirar el tratamiento quien lo propuso.', ja: '取り下げられるのは提案者のみです。' },
  declineReason: { zh: '请填写原因（至少 2 个字）', en: 'Give the reason (at least 2 characters).', es: 'Indique el motivo (al menos 2 caracteres).', ja: '理由を入力してください（2文字以上）。' },
  wayGone: { zh: '该差异不能这样处理', en: 'This treatment is not possible for the difference.', es: 'Esta diferencia no admite ese tratamiento.', ja: 'この差異はその方法では処理できません。' },
  orderUndecided: {
    zh: '指令 {key} 的结果（成功、失败或退回）会再次记银行账。请转支付异常，或等待通道结果',
    en: 'The result of order {key} (paid, failed or returned) would book the same money again. Turn the difference into a payout exception, or wait for the channel.',
    es: 'El resultado de la orden {key} (pagada, fallida o devuelta) contabilizaría de nuevo el mismo dinero. Pase la diferencia a incidencias o espere al canal.',
    ja: '指図 {key} の結果（成功・失敗・返金）で同じ金額が再度記帳されます。支払異常に移すか、チャネルの結果を待ってください。',
  },
  transferKnown: {
    zh: '流水 {key} 是已导入的来款，或已登记的退款、佣金、税款、线下支付，由该业务记银行账，不能在此挂账或入账',
    en: 'Serial {key} is an imported credit or a registered refund, commission, tax transfer or manual payment. That record books the money, so it cannot be suspended or booked here.',
    es: 'La referencia {key} es un ingreso importado o un reembolso, comisión, impuesto o pago externo registrado: se contabiliza allí y no se deja en suspenso ni se contabiliza aquí.',
    ja: '取引番号 {key} は取込済みの入金、または登録済みの返金・紹介手数料・税金・オフライン支払です。その記録で記帳されるため、ここでは仮勘定に入れることも計上することもできません。',
  },
  dayToReopen: {
    zh: '流水 {key} 已有登记的业务，但 {days} 的对账已关账，登记未能核销。请由关账人以外的人先重新打开 {days} 的对账，再处理余下的差异',
    en: 'A record explains serial {key}, but the reconciliation of {days} is closed. Someone other than the person who closed it must reopen {days}. Then treat any remaining difference.',
    es: 'La referencia {key} tiene ya un registro, pero la conciliación del {days} está cerrada. Debe reabrir el {days} alguien distinto de quien lo cerró; después, trate la diferencia que quede.',
    ja: '取引番号 {key} には登録済みの記録がありますが、{days} の照合は締め済みです。締めた人以外の担当者が {days} の締めを解除してから、残った差異を処理してください。',
  },
  onlyPayments: {
    zh: '只有通道侧的差异可转支付异常；银行侧的差异请挂账、入账或登记退回',
    en: 'Only differences with the channel become payout exceptions. Suspend, book or return bank differences.',
    es: 'Solo las diferencias con el canal pasan a incidencias. Las del banco se dejan en suspenso, se contabilizan o se devuelven.',
    ja: '支払異常に移せるのはチャネル側の差異のみです。銀行側は仮勘定・計上・返金で処理してください。',
  },
  dueNeeded: { zh: '挂账须填写今天以后的处理期限', en: 'A suspended difference needs a due date after today.', es: 'Una diferencia en suspenso necesita un vencimiento posterior a hoy.', ja: '仮勘定に入れる場合は、明日以降の期限が必要です。' },
  dueTooLate: { zh: '处理期限最晚为 {last}', en: 'The latest possible due date is {last}.', es: 'El vencimiento puede ser como máximo el {last}.', ja: '期限は {last} までです。' },
  filesMissing: { zh: '{day} 还缺对账文件：{missing}', en: 'Files of {day} are still missing: {missing}.', es: 'Faltan archivos del {day}: {missing}.', ja: '{day} のファイルが不足しています：{missing}。' },
  filesReading: { zh: '{day} 的文件 {name} 正在读取，请稍后', en: '{name} of {day} is still being read; try again in a moment.', es: 'Aún se está leyendo {name} del {day}; inténtelo en un momento.', ja: '{day} のファイル {name} を読込中です。しばらくお待ちください。' },
  itemsUnowned: {
    zh: '{day} 还有 {count} 条差异没有负责人或期限',
    en: '{count, plural, one {# difference of {day} has} other {# differences of {day} have}} no owner or due date. Assign them first.',
    es: '{count, plural, one {# diferencia} other {# diferencias}} del {day} sin responsable o vencimiento. Asígnelos antes.',
    ja: '{day} に担当者または期限のない差異が {count} 件あります。先に設定してください。',
  },
  matchingAgain: {
    zh: '{day} 的登记或流水有变动，正在重新对账，请一分钟后刷新再试',
    en: 'Records or statements of {day} have changed, and the day is being matched again. Reload in a minute and retry.',
    es: 'Cambiaron los registros o extractos del {day} y se concilia de nuevo. Recargue dentro de un minuto e inténtelo otra vez.',
    ja: '{day} の登録または明細に変更があり、再照合しています。1 分後に再読み込みしてやり直してください。',
  },
  dayClosed: { zh: '{day} 已关账', en: '{day} is closed.', es: '{day} está cerrado.', ja: '{day} は締め済みです。' },
  dayOpen: { zh: '{day} 尚未关账', en: '{day} is not closed.', es: '{day} no está cerrado.', ja: '{day} は締められていません。' },
  ownClosing: { zh: '不能重新打开自己关的账', en: 'You closed this date. Another person must reopen it.', es: 'Usted cerró este día: debe reabrirlo otra persona.', ja: 'ご自身が締めた日は解除できません。別の担当者が解除してください。' },
  rulesAsked: {
    zh: '放宽的对账规则正等待另一人确认，处理后才能修改',
    en: 'Looser rules await another person’s decision. Change the rules after it.',
    es: 'Hay reglas menos estrictas pendientes de otra persona. Cambie las reglas cuando se resuelvan.',
    ja: 'ルールの緩和が別の担当者の確認待ちです。確認後に変更してください。',
  },
  rulesNotAsked: {
    zh: '没有待确认的对账规则',
    en: 'No rules await a decision.',
    es: 'No hay reglas pendientes de resolver.',
    ja: '確認待ちのルールはありません。',
  },
  ownRules: {
    zh: '您提出了放宽规则，须由另一人确认',
    en: 'You asked for these rules. Another person must confirm them.',
    es: 'Usted solicitó estas reglas: debe confirmarlas otra persona.',
    ja: 'ご自身が申請したルールです。別の担当者が確認してください。',
  },
  chooseCentre: { zh: '请先选择运营中心', en: 'Choose a centre first.', es: 'Elija primero un centro.', ja: '先に運営センターを選択してください。' },
  fileTwice: { zh: '文件 {name} 已于 {at} 导入，不能重复导入', en: 'This file was imported on {at} as {name}.', es: 'Este archivo ya se importó el {at} como {name}.', ja: 'このファイルは {at} に {name} として取込済みです。' },
  rowsTwice: { zh: '文件中 {count} 行流水均已导入过', en: 'All {count} rows of the file have already been imported.', es: 'Las {count} filas del archivo ya se importaron antes.', ja: 'ファイルの {count} 行はすべて取込済みです。' },
  serialTwice: { zh: '第 {line} 行：流水号 {serial} 在文件中重复', en: 'Row {line}: bank reference {serial} is in the file twice.', es: 'Fila {line}: la referencia bancaria {serial} aparece dos veces en el archivo.', ja: '{line} 行目：取引番号 {serial} がファイル内で重複しています。' },
  serialChanged: {
    zh: '流水号 {serial} 已导入过，但金额不同（原 {before}，现 {now}）',
    en: 'Bank reference {serial} was imported before with another amount ({before}, now {now}).',
    es: 'La referencia bancaria {serial} ya se importó con otro importe ({before}, ahora {now}).',
    ja: '取引番号 {serial} は別の金額で取込済みです（{before}、今回 {now}）。',
  },
  badCell: { zh: '第 {line} 行“{column}”：{value} 无法识别', en: 'Row {line}, “{column}”: {value} cannot be read.', es: 'Fila {line}, «{column}»: no se entiende {value}.', ja: '{line} 行目「{column}」：{value} を読み取れません。' },
  dayNeeded: { zh: '文件没有“完成时间”列，请选择日期', en: 'The file has no column 完成时间. Choose its date.', es: 'El archivo no tiene la columna 完成时间: indique el día.', ja: 'ファイルに「完成时间」列がありません。日付を指定してください。' },
  bothSides: {
    zh: '第 {line} 行：支出（借方）与收入（贷方）两列都有金额，只应有一列',
    en: 'Row {line}: both the debit and the credit column have an amount; fill in only one.',
    es: 'Fila {line}: hay importe en cargo y en abono; solo debe figurar en una columna.',
    ja: '{line} 行目：出金（借方）と入金（貸方）の両方に金額があります。どちらか一方のみにしてください。',
  },
  noSide: {
    zh: '第 {line} 行：支出（借方）与收入（贷方）两列都没有金额',
    en: 'Row {line}: there is no amount in the debit or the credit column.',
    es: 'Fila {line}: no hay importe ni en cargo ni en abono.',
    ja: '{line} 行目：出金（借方）・入金（貸方）のいずれにも金額がありません。',
  },
  emptyDayNeeded: {
    zh: '文件只有表头、没有明细：如当天无交易，请选择日期后重新导入',
    en: 'The file has no rows. If there were no movements, choose the date and import it again.',
    es: 'El archivo solo tiene encabezado. Si ese día no hubo movimientos, elija la fecha e impórtelo de nuevo.',
    ja: 'ファイルは見出しのみで明細がありません。取引のない日の場合は、日付を指定して再度取り込んでください。',
  },
  emptyDayAhead: {
    zh: '{day} 尚未结束，不能导入当天无交易的文件',
    en: '{day} is not over yet, so a file without rows cannot be imported for it.',
    es: 'El {day} aún no ha terminado: no se admite un archivo sin movimientos.',
    ja: '{day} はまだ終わっていないため、明細のないファイルは取り込めません。',
  },
  dayAhead: { zh: '第 {line} 行：日期 {day} 尚未结束', en: 'Row {line}: {day} is not over yet.', es: 'Fila {line}: el {day} aún no ha terminado.', ja: '{line} 行目：{day} はまだ終わっていません。' },
  balanceGap: {
    zh: '第 {line} 行：余额应为 {expected}，文件为 {found}，流水不连续，请重新下载完整流水',
    en: 'Row {line}: the balance should be {expected} but is {found}. Movements are missing. Download the whole statement.',
    es: 'Fila {line}: el saldo debería ser {expected} y es {found}. Faltan movimientos; descargue el extracto completo.',
    ja: '{line} 行目：残高は {expected} のはずですが {found} です。明細が欠けています。全件をダウンロードしてください。',
  },
  statementGap: {
    zh: '期初余额 {found} 与上一份流水（截至 {day}）的期末余额 {expected} 不一致，中间缺少流水',
    en: 'The statement begins at {found}, but the previous statement ended on {day} at {expected}: movements in between are missing.',
    es: 'Empieza en {found}, pero el extracto anterior terminó el {day} en {expected}: faltan movimientos.',
    ja: '期首残高 {found} が前回（{day} まで）の期末残高 {expected} と一致しません。途中の明細が欠けています。',
  },
  statementGapAfter: {
    zh: '期末余额 {found} 与其后一份流水（自 {day} 起）的期初余额 {expected} 不一致，中间缺少流水',
    en: 'The statement ends at {found}, but the next statement begins on {day} at {expected}: movements in between are missing.',
    es: 'Termina en {found}, pero el extracto siguiente empieza el {day} en {expected}: faltan movimientos.',
    ja: '期末残高 {found} が次の明細（{day} から）の期首残高 {expected} と一致しません。途中の明細が欠けています。',
  },
  statementApart: {
    zh: '流水（期初 {opening}，期末 {closing}）与同一天已导入的流水不衔接，中间缺少流水；请下载当天完整流水',
    en: 'The statement begins at {opening} and ends at {closing}, which does not connect to the other statements of the same days: movements are missing. Download the whole day.',
    es: 'Empieza en {opening} y termina en {closing}, y no enlaza con los demás extractos de los mismos días: faltan movimientos. Descargue el día completo.',
    ja: '期首 {opening}・期末 {closing} が同じ日の取込済み明細とつながりません。明細が欠けています。当日の全件をダウンロードしてください。',
  },
  noChannelFile: { zh: '线下通道没有通道文件，请导入银行流水', en: 'A manual channel has no channel file. Import the bank statement.', es: 'Un canal externo no tiene archivo de canal; importe el extracto bancario.', ja: 'オフラインチャネルにファイルはありません。銀行明細を取り込んでください。' },
  bookedOtherDay: {
    zh: '指令 {key} 我方已在另一天记账，累计金额与通道一致。请等待次日的对账文件，差异会自动结清',
    en: 'Our books have order {key} on another day, and the totals agree with the channel. Wait for the next day’s file, which settles the difference.',
    es: 'La orden {key} ya está contabilizada en otro día y los totales coinciden con el canal. Espere al archivo del día siguiente: saldará la diferencia.',
    ja: '指図 {key} は別の日に記帳済みで、合計はチャネルと一致しています。翌日のファイルをお待ちください。差異は自動的に解消されます。',
  },
  noException: { zh: '未能转为支付异常，请改用其他处理', en: 'The difference did not become a payout exception. Choose another treatment.', es: 'La diferencia no pasó a incidencia. Elija otro tratamiento.', ja: '支払異常に移せませんでした。別の方法で処理してください。' },
} as const satisfies Record<string, Text>

export const dayStateNames: Readonly<Record<ReconDayState, Text>> = {
  waiting: { zh: '待文件', en: 'Waiting for files', es: 'Faltan archivos', ja: 'ファイル待ち' },
  differing: { zh: '有差异', en: 'Differences', es: 'Con diferencias', ja: '差異あり' },
  balanced: { zh: '平', en: 'Balanced', es: 'Cuadrado', ja: '一致' },
  closed: { zh: '已关账', en: 'Closed', es: 'Cerrado', ja: '締め済み' },
}

export const sourceNames: Readonly<Record<ReconSource, Text>> = {
  channel: { zh: '通道对账文件', en: 'Channel file', es: 'Archivo del canal', ja: 'チャネルファイル' },
  bank: { zh: '银行流水', en: 'Bank statement', es: 'Extracto bancario', ja: '銀行明細' },
}

export const itemKindNames: Readonly<Record<ReconItemKind, Text>> = {
  long: { zh: '长款', en: 'Only in bank file', es: 'Solo en el banco', ja: '相手方のみ' },
  short: { zh: '短款', en: 'Only in our books', es: 'Solo en nuestros libros', ja: '自社のみ' },
  amount: { zh: '金额不符', en: 'Amounts differ', es: 'Importes distintos', ja: '金額相違' },
  state: { zh: '状态不符', en: 'States differ', es: 'Estados distintos', ja: '状態相違' },
}

export const itemStateNames: Readonly<Record<ReconItemState, Text>> = {
  open: { zh: '待处理', en: 'Open', es: 'Abierta', ja: '未処理' },
  waiting: { zh: '等待 T+2', en: 'Waiting (T+2)', es: 'En espera (T+2)', ja: 'T+2 待ち' },
  proposed: { zh: '待复核', en: 'Awaiting approval', es: 'Por aprobar', ja: '承認待ち' },
  hung: { zh: '挂账', en: 'In suspense', es: 'En suspenso', ja: '仮勘定' },
  exception: { zh: '转支付异常', en: 'Payout exception', es: 'Incidencia de pago', ja: '支払異常へ' },
  settled: { zh: '已平账', en: 'Settled', es: 'Saldada', ja: '解消済み' },
}

export const endingNames: Readonly<Record<ReconItemEnding, Text>> = {
  hang: { zh: '挂账', en: 'Hold in suspense', es: 'Dejar en suspenso', ja: '仮勘定に入れる' },
  charge: { zh: '记银行手续费', en: 'Book as a bank charge', es: 'Contabilizar como gasto bancario', ja: '銀行手数料として計上' },
  interest: { zh: '记银行利息', en: 'Book as bank interest', es: 'Contabilizar como intereses bancarios', ja: '受取利息として計上' },
  book: { zh: '入账（中心调整）', en: 'Book as adjustment', es: 'Contabilizar como ajuste', ja: '調整として計上' },
  return: { zh: '退回', en: 'Returned at the bank', es: 'Devuelto en el banco', ja: '返金' },
  exception: { zh: '随支付异常处理', en: 'Through its payout exception', es: 'Con su incidencia de pago', ja: '支払異常として処理' },
  timing: { zh: '跨日对平', en: 'Matched on another day', es: 'Cuadra con otro día', ja: '別の日と一致' },
  matched: { zh: '后到文件对平', en: 'Matched by a later file', es: 'Cuadra con un archivo posterior', ja: '後着ファイルで一致' },
}

export const itemStepNames: Readonly<Record<ReconItemStep | 'closed' | 'reopened', Text>> = {
  found: { zh: '发现差异', en: 'Found', es: 'Detectada', ja: '検出' },
  taken: { zh: '认领', en: 'Taken', es: 'Asumida', ja: '担当' },
  waiting: { zh: '等待次日文件', en: 'Waiting for the next file', es: 'Espera al archivo siguiente', ja: '翌日のファイル待ち' },
  proposed: { zh: '提出处理', en: 'Treatment proposed', es: 'Tratamiento propuesto', ja: '処理を提案' },
  withdrawn: { zh: '撤回处理', en: 'Withdrawn', es: 'Retirado', ja: '取下げ' },
  declined: { zh: '处理未通过', en: 'Declined', es: 'Rechazado', ja: '却下' },
  hung: { zh: '挂账已复核', en: 'In suspense', es: 'En suspenso', ja: '仮勘定への計上を承認' },
  toException: { zh: '转支付异常', en: 'Turned into a payout exception', es: 'Pasó a incidencia', ja: '支払異常へ移行' },
  settled: { zh: '平账', en: 'Settled', es: 'Saldada', ja: '解消' },
  closed: { zh: '关账', en: 'Closed', es: 'Cerrado', ja: '締め' },
  reopened: { zh: '重新打开', en: 'Reopened', es: 'Reabierto', ja: '締め解除' },
}

export const reconFields = {
  day: { zh: '日期', en: 'Date', es: 'Fecha', ja: '日付' },
  channel: { zh: '通道', en: 'Channel', es: 'Canal', ja: 'チャネル' },
  centre: { zh: '运营中心', en: 'Centre', es: 'Centro', ja: '運営センター' },
  state: { zh: '状态', en: 'Status', es: 'Estado', ja: '状態' },
  ours: { zh: '我方', en: 'Our books', es: 'Nuestro', ja: '自社' },
  oursCount: { zh: '我方笔数', en: 'Count in our books', es: 'Nuestro (n.º)', ja: '自社件数' },
  theirs: { zh: '对方', en: 'Channel', es: 'Canal', ja: '相手方' },
  theirsCount: { zh: '对方笔数', en: 'Channel (count)', es: 'Canal (n.º)', ja: '相手方件数' },
  bank: { zh: '银行', en: 'Bank', es: 'Banco', ja: '銀行' },
  bankCount: { zh: '银行笔数', en: 'Bank (count)', es: 'Banco (n.º)', ja: '銀行件数' },
  topups: { zh: '单位来款', en: 'Prepayments received', es: 'Anticipos recibidos', ja: '企業からの入金' },
  registered: { zh: '退款、佣金、税款等', en: 'Refunds, commission, taxes', es: 'Reembolsos, comisiones, impuestos', ja: '返金・紹介手数料・税金など' },
  differences: { zh: '未平差异', en: 'Open differences', es: 'Diferencias abiertas', ja: '未解消差異' },
  longs: { zh: '长款', en: 'Only in bank file', es: 'Solo en el banco', ja: '相手方のみ' },
  shorts: { zh: '短款', en: 'Only in our books', es: 'Solo en nuestros libros', ja: '自社のみ' },
  refusal: { zh: '自动获取的文件未接收', en: 'Fetched file not accepted', es: 'Archivo del canal rechazado', ja: '自動取得ファイルの不受理理由' },
  missing: { zh: '缺少文件', en: 'Missing files', es: 'Archivos que faltan', ja: '不足ファイル' },
  no: { zh: '差异编号', en: 'Difference', es: 'Diferencia', ja: '差異番号' },
  kind: { zh: '类型', en: 'Kind', es: 'Tipo', ja: '種類' },
  side: { zh: '来源', en: 'Found in', es: 'Origen', ja: '検出元' },
  key: { zh: '单号', en: 'Order or serial', es: 'Orden o n.º', ja: '番号' },
  serial: { zh: '流水号', en: 'Bank reference', es: 'Referencia bancaria', ja: '取引番号' },
  memo: { zh: '附言', en: 'Memo', es: 'Concepto', ja: '摘要' },
  theirAmount: { zh: '对方', en: 'Bank file', es: 'De ellos', ja: '相手方' },
  difference: { zh: '差额', en: 'Difference', es: 'Diferencia', ja: '差額' },
  suspense: { zh: '挂账金额', en: 'In suspense', es: 'En suspenso', ja: '仮勘定額' },
  age: { zh: '账龄（天）', en: 'Age (days)', es: 'Antigüedad (días)', ja: '経過日数' },
  owner: { zh: '负责人', en: 'Owner', es: 'Responsable', ja: '担当者' },
  dueOn: { zh: '期限', en: 'Due', es: 'Vencimiento', ja: '期限' },
  ending: { zh: '处理', en: 'Treatment', es: 'Tratamiento', ja: '処理' },
} as const satisfies Record<string, Text>
