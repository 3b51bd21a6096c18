package dev.plimsoll.kubernetes.object;

import java.util.List;

/**
 * The Linux capabilities that a container changes.
 *
 * @param add those that it has beyond the default ones
 * @param drop those that it gives up; {@code ALL} for all
 */
public record Capabilities(List<String> add, List<String> drop) {

  public Capabilities {
    add = List.copyOf(add);
    drop = List.copyOf(drop);
  }
}
