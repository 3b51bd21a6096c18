package dev.plimsoll.model.placement;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The verdicts of the chains of local filters that were asked lately, by the chain's filters. */
final class KnownVerdicts {
  private static final int MOST_VERDICTS = 1_000_000;
  private static final int FEWEST_CHAINS = 4;

  private final Map<List<NodeFilter>, Verdicts> known =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<List<NodeFilter>, Verdicts> eldest) {
          return size() > Math.max(FEWEST_CHAINS, MOST_VERDICTS / nodes);
        }
      };

  private final int nodes;

  KnownVerdicts(int nodes) {
    this.nodes = Math.max(1, nodes);
  }

  /** Returns what is known of such a chain's verdicts; absent if they depend on other nodes too. */
  Optional<Verdicts> of(List<NodeFilter> filters) {
    for (NodeFilter filter : filters) {
      if (!(filter instanceof LocalFilter)) {
        return Optional.empty();
      }
    }
    synchronized (known) {
      return Optional.of(known.computeIfAbsent(filters, f -> new Verdicts(nodes)));
    }
  }
}
