import { Form, Input } from 'antd'
import { useText } from '#/web/kernel/i18n.ts'
import { texts } from './texts.ts'

/** The reason for a change of guarded data, for the person who approves it. Hidden when no approval is needed. */
export function WhyField({ isNeeded }: { readonly isNeeded: boolean }) {
  const say = useText()
  return isNeeded ? (
    <Form.Item
      name="why"
      label={say(texts.why)}
      extra={say(texts.whyNote)}
      rules={[{ required: true, min: 2, whitespace: true, message: say(texts.required) }]}
    >
      <Input maxLength={200} autoComplete="off" />
    </Form.Item>
  ) : null
}
