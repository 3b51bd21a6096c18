package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import java.util.List;

/**
 * Claims have got devices that can't be reached from the node.
 *
 * @param claims the claims' names
 */
public record ClaimsElsewhere(List<String> claims) implements RejectionDetail {

  public ClaimsElsewhere {
    claims = List.copyOf(claims);
  }
}
