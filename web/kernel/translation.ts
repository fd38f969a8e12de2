// A browser's translation replaces text nodes by <font> elements without React's knowledge. React then cannot find its
// nodes, or updates nodes that are no longer shown. This map finds the element that replaced each node.

const standIns = new WeakMap<Node, Element>()
const translated = new WeakSet<Element>()

const isFont = (node: Node | null | undefined): node is Element => node?.nodeName === 'FONT'

/** Records which elements replaced the removed text nodes. */
function remember(records: readonly MutationRecord[]): boolean {
  let isFound = false
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records)
    for (const removed of removedNodes) {
      if (removed.nodeType !== Node.TEXT_NODE || removed.isConnected) continue
      const font = [...addedNodes, previousSibling, nextSibling].find((each) => isFont(each) && !translated.has(each))
      if (!isFont(font)) continue
      standIns.set(removed, font)
      translated.add(font)
      isFound = true
    }
  return isFound
}

/**
 * Returns the child of a parent that shows a node: the node itself, the element that replaced it, or the element that
 * contains it.
 */
function visibleChildOf(parent: Node, node: Node): Node | null {
  for (let at: Node | null = standIns.get(node) ?? node; at; at = at.parentNode) if (at.parentNode === parent) return at
  return null
}

/** Lets React update text nodes that a translation replaced. Pages without a translation are not patched. */
function patch(): void {
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
      const font = standIns.get(this)
      if (!font) return
      standIns.delete(this)
      // Shows the new text, which the browser then translates again.
      font.replaceWith(this)
    },
  })
}

/** Keeps the page working while the browser translates it. */
export function tolerateTranslation(): void {
  let isPatched = false
  new MutationObserver((records) => {
    if (!remember(records) || isPatched) return
    isPatched = true
    patch()
  }).observe(document.documentElement, { childList: true, subtree: true })
}
