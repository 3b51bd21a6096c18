package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * The terms of a node selector; a node must match at least one.
 *
 * @param terms the terms
 */
public record NodeSelector(List<Term> terms) {

  public NodeSelector {
    terms = List.copyOf(terms);
  }

  /**
   * Requirements that a node must all meet; a term without any matches no node.
   *
   * @param matchExpressions requirements on labels
   * @param matchFields requirements on fields ({@code metadata.name})
   */
  public record Term(List<Requirement> matchExpressions, List<Requirement> matchFields) {

    public Term {
      matchExpressions = List.copyOf(matchExpressions);
      matchFields = List.copyOf(matchFields);
    }
  }

  /**
   * One requirement.
   *
   * @param key the label or field
   * @param operator {@code In}, {@code NotIn}, {@code Exists}, {@code DoesNotExist}, {@code Gt} or
   *     {@code Lt}
   * @param values what it is compared with
   */
  public record Requirement(String key, String operator, List<String> values) {

    public Requirement {
      values = List.copyOf(values);
    }
  }
}
