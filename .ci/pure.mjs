// A lint plugin with the one ban of the pure layers that no built-in rule covers.

const message =
  'The last bits of ** differ between JavaScript engines, and a run must give the same bytes everywhere. Multiply, or use src/engine/core/number.'

/** Refuses `a ** b` and `a **= b`. */
const noPowerOperator = {
  create: (context) => ({
    BinaryExpression: (node) => {
      if (node.operator === '**') context.report({ node, message })
    },
    AssignmentExpression: (node) => {
      if (node.operator === '**=') context.report({ node, message })
    },
  }),
}

export default { meta: { name: 'pure' }, rules: { 'no-power-operator': noPowerOperator } }
