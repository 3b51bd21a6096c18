package dev.plimsoll.kubernetes.admission.policy;

import dev.plimsoll.kubernetes.cel.PolicyExpression;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps the expressions of policies that were compiled last. Thread-safe. */
final class PolicyExpressions {
  private static final int MAX_SIZE = 1000;

  private static final Map<String, PolicyExpression> COMPILED =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, PolicyExpression> eldest) {
          return size() > MAX_SIZE;
        }
      };

  private PolicyExpressions() {}

  static PolicyExpression get(String expression) {
    synchronized (COMPILED) {
      PolicyExpression known = COMPILED.get(expression);
      if (known == null) {
        known = PolicyExpression.compile(expression);
        COMPILED.put(expression, known);
      }
      return known;
    }
  }
}
