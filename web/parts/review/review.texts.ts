import type { Text } from '#/domain/base/text.ts'

/** Texts of every review: reviewer, waiting time, rejected fields. */
export const reviewTexts = {
  reviewerFilter: { zh: '审核人', en: 'Reviewer', es: 'Revisor', ja: '審査担当' },
  mine: { zh: '我负责的', en: 'Mine', es: 'Mías', ja: '自分の担当' },
  nobody: { zh: '未分配', en: 'Unassigned', es: 'Sin asignar', ja: '未割当' },
  lateness: { zh: '等待时长', en: 'Waiting time', es: 'Tiempo de espera', ja: '待ち時間' },
  late: { zh: '超过 24 小时', en: 'Over 24 hours', es: 'Más de 24 horas', ja: '24時間超' },
  over: { zh: '超过 48 小时', en: 'Over 48 hours', es: 'Más de 48 horas', ja: '48時間超' },
  assign: { zh: '分配审核人', en: 'Assign reviewer', es: 'Asignar revisor', ja: '担当の割当' },
  assignTo: { zh: '审核人', en: 'Reviewer', es: 'Revisor', ja: '担当者' },
  assignReason: { zh: '说明', en: 'Remark', es: 'Nota', ja: '備考' },
  choose: { zh: '请选择', en: 'Choose', es: 'Elija', ja: '選択してください' },
  deskLoad: { zh: '{name}（待审 {open}）', en: '{name} ({open} open)', es: '{name} ({open} pendientes)', ja: '{name}（未処理 {open}）' },
  assigned: { zh: '成功 {ok} 个，失败 {fail} 个', en: '{ok} assigned, {fail} failed', es: '{ok} asignadas, {fail} fallidas', ja: '成功 {ok} 件、失敗 {fail} 件' },
  results: { zh: '分配结果', en: 'Assignment results', es: 'Resultado de la asignación', ja: '結果' },
  pictures: { zh: '证照图片', en: 'Pictures', es: 'Imágenes', ja: '証明書画像' },
  noPictures: { zh: '没有图片', en: 'No pictures', es: 'Sin imágenes', ja: '画像なし' },
  pictureFailed: { zh: '图片打不开，点此重试', en: 'The picture could not be opened: try again', es: 'La imagen no se abrió: reintentar', ja: '画像を開けません。再試行' },
  byPhone: { zh: '手机补传', en: 'By phone', es: 'Por teléfono', ja: '携帯から' },
  zoom: { zh: '放大查看', en: 'Zoom', es: 'Ampliar', ja: '拡大' },
  log: { zh: '日志', en: 'Log', es: 'Registro', ja: 'ログ' },
  rejectField: { zh: '驳回此项', en: 'Reject this', es: 'Rechazar', ja: 'この項目を却下' },
  undo: { zh: '取消驳回', en: 'Undo', es: 'Deshacer', ja: '取り消す' },
  reason: { zh: '驳回原因', en: 'Reason', es: 'Motivo', ja: '却下理由' },
  reasonHint: { zh: '告诉申请人哪里不对、怎么改（至少 2 个字）', en: 'Describe the problem and how to correct it (at least 2 characters)', es: 'Qué está mal y cómo corregirlo (mín. 2 caracteres)', ja: '誤りと直し方（2文字以上）' },
  quickBlurred: { zh: '图片模糊，请重新拍摄', en: 'The picture is blurred: retake it', es: 'Imagen borrosa: repítala', ja: '画像が不鮮明です。撮り直してください' },
  quickDiffers: { zh: '与证照不一致，请按证照填写', en: 'The value differs from the document: enter it as in the document', es: 'No coincide con el documento: escriba lo que dice', ja: '証明書と一致しません。証明書のとおりに入力してください' },
  quickIncomplete: { zh: '内容不完整，请补充', en: 'Incomplete: give more detail', es: 'Incompleto: complételo', ja: '内容が不足しています。補足してください' },
  quickCorner: { zh: '证件四角不全或有反光，请重拍', en: 'Corners are cut off or there is glare: retake it', es: 'Faltan esquinas o hay reflejos: repita', ja: '四隅が欠けているか反射があります。撮り直してください' },
  earlier: { zh: '上次驳回', en: 'Previously rejected', es: 'Rechazado anteriormente', ja: '前回の却下' },
  takeOver: { zh: '接手', en: 'Take over', es: 'Asumir', ja: '引き継ぐ' },
  rejectNone: { zh: '请先标出要驳回的内容并写明原因', en: 'Mark what is wrong and give a reason first', es: 'Marque primero lo incorrecto y el motivo', ja: '却下する項目と理由を先に指定してください' },
  rejectReason: { zh: '每一项都要写明原因', en: 'Give a reason for each', es: 'Indique el motivo de cada uno', ja: '各項目の理由を入力してください' },
  approveMarked: { zh: '有标记为驳回的内容，不能通过', en: 'Fields are marked for rejection: approval is not possible', es: 'Hay campos marcados para rechazar: no es posible aprobar', ja: '却下指定の項目があるため承認できません' },
  review: { zh: '审核', en: 'Review', es: 'Revisar', ja: '審査' },
  look: { zh: '查看', en: 'View', es: 'Ver', ja: '表示' },
  action: { zh: '操作', en: 'Actions', es: 'Acciones', ja: '操作' },
  submitted: { zh: '提交时间', en: 'Submitted', es: 'Presentada', ja: '提出日時' },
  reject: { zh: '驳回（{count} 项）', en: 'Send back ({count})', es: 'Devolver ({count})', ja: '却下（{count}）' },
  isOpen: { zh: '待处理', en: 'Awaiting decision', es: 'Por decidir', ja: '未処理' },
  all: { zh: '全部', en: 'All', es: 'Todo', ja: 'すべて' },
  someone: { zh: '{name} 正在审核', en: '{name} is reviewing', es: '{name} la está revisando', ja: '{name} が審査中です' },
  someoneMore: { zh: '为避免两人重复审核，由接手的人作出决定；接手后对方会收到消息。', en: 'Only one person decides. If you take over the review, your colleague is notified.', es: 'Solo decide una persona. Si asume la revisión, se avisa a su colega.', ja: '決定するのは一人だけです。引き継ぐと相手に通知されます。' },
} as const satisfies Record<string, Text>

/** Texts of the dialog that confirms or rejects a proposal. */
export const decisionTexts = {
  decide: { zh: '核对', en: 'Decide', es: 'Resolver', ja: '確認' },
  decision: { zh: '核对结果', en: 'Decision', es: 'Decisión', ja: '確認結果' },
  reject: { zh: '不通过', en: 'Reject', es: 'Rechazar', ja: '差戻し' },
  answer: { zh: '核对意见', en: 'Answer', es: 'Respuesta', ja: '確認意見' },
} as const satisfies Record<string, Text>

export const durationTexts = {
  underHour: { zh: '不足 1 小时', en: 'under 1 h', es: 'menos de 1 h', ja: '1 時間未満' },
  hours: { zh: '{hours, number} 小时', en: '{hours, number} h', es: '{hours, number} h', ja: '{hours, number} 時間' },
  days: { zh: '{days, number} 天', en: '{days, plural, one {# day} other {# days}}', es: '{days, plural, one {# día} other {# días}}', ja: '{days, number} 日' },
  daysHours: {
    zh: '{days, number} 天 {hours, number} 小时',
    en: '{days, plural, one {# day} other {# days}} {hours, number} h',
    es: '{days, plural, one {# día} other {# días}} {hours, number} h',
    ja: '{days, number} 日 {hours, number} 時間',
  },
} as const satisfies Record<string, Text>
