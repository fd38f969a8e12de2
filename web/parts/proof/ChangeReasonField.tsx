import { Form, Input } from 'antd'
import { useText } from '#/web/kernel/i18n.ts'
import { proofTexts } from './proof.texts.ts'

/** The reason for a change of guarded data, for the person who approves it. Hidden when no approval is needed. */
export function ChangeReasonField({ isNeeded }: { readonly isNeeded: boolean }) {
  const say = useText()
  return isNeeded ? (
    <Form.Item
      name="why"
      label={say(proofTexts.why)}
      extra={say(proofTexts.whyNote)}
      rules={[{ required: true, min: 2, whitespace: true, message: say(proofTexts.required) }]}
    >
      <Input maxLength={200} autoComplete="off" />
    </Form.Item>
  ) : null
}
