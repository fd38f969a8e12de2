// A browser's translation replaces text nodes by <font> elements without React's knowledge. React then cannot find its
// nodes, or updates nodes that are no longer shown. This map finds the element that replaced each node.

const replacements = new WeakMap<Node, Element>()
const translatedElements = new WeakSet<Element>()

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** Records which elements replaced the removed text nodes. */
function rememberReplacements(records: readonly MutationRecord[]): boolean {
  let isFound = false
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const removedNode of removedNodes) {
      if (removedNode.nodeType !== Node.TEXT_NODE || removedNode.isConnected) continue
      const font = [...addedNodes, previousSibling, nextSibling].find((each) => isFont(each) && !translatedElements.has(each))
      if (!isFont(font)) continue
      replacements.set(removedNode, font)
      translatedElements.add(font)
      isFound = true
    }
  return isFound
}

/**
 * Returns the child of a parent that shows a node: the node itself, the element that replaced it, or the element that
 * contains it.
 */
function visibleChildOf(parent: Node, node: Node): Node | null {
  for (let ancestor: Node | null = replacements.get(node) ?? node; ancestor; ancestor = ancestor.parentNode) if (ancestor.parentNode === parent) return ancestor
  return null
}

/** Lets React update text nodes that a translation replaced. Pages without a translation are not patched. */
function patchNodeMethods(): void {
  const { removeChild, insertBefore } = Node.prototype
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T
    const visibleChild = visibleChildOf(this, child)
    if (visibleChild) removeChild.call(this, visibleChild)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(this: Node, child: T, before: Node | null): T {
    return insertBefore.call(this, child, before && before.parentNode !== this ? visibleChildOf(this, before) : before) as T
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      value?.set?.call(this, text)
      const font = replacements.get(this)
      if (!font) return
      replacements.delete(this)
      // Shows the new text, which the browser then translates again.
      font.replaceWith(this)
    },
  })
}

/** Keeps the page working while the browser translates it. */
export function patchForTranslation(): void {
  let isPatched = false
  new MutationObserver((records) => {
    if (!rememberReplacements(records) || isPatched) return
    isPatched = true
    patchNodeMethods()
  }).observe(document.documentElement, { childList: true, subtree: true })
}
