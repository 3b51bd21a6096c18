package dev.plimsoll.kubernetes.placement.plugins;

import dev.plimsoll.kubernetes.placement.framework.RejectionDetail;
import java.util.List;

/**
 * Claims have devices that their driver could not prepare, or did not prepare in time.
 *
 * @param claims the claims' names
 */
public record ClaimsUnprepared(List<String> claims) implements RejectionDetail {

  public ClaimsUnprepared {
    claims = List.copyOf(claims);
  }
}
