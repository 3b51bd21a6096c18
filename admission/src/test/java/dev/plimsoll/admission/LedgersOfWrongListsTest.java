package dev.plimsoll.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plimsoll.testkit.faults.ListFault;
import dev.plimsoll.testkit.plane.Await;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ledgers stay as they are while an API server lists too little. */
class LedgersOfWrongListsTest extends StrictTeam {
  @ParameterizedTest
  @EnumSource(names = {"EMPTY", "HALF", "WITHOUT_ITEMS", "OTHER_KIND", "STATUS"})
  void ledgers_stay_as_they_are_whatever_a_list_says(ListFault fault) throws Exception {
    limit(1);
    assertThat(cluster.createPod("team", "a", 1)).isEmpty();
    awaitUsed(1);
    String kinds = "/(pods|resourcequotas|namespaces)[?]limit";
    for (String resource : List.of("pods", "resourcequotas", "namespaces")) {
      cluster.server().faults().lists(1, "/" + resource + "[?]limit", fault);
    }
    cluster.server().faults().lists(Integer.MAX_VALUE, kinds, ListFault.WITHOUT_ITEMS);
    long lists = lists();

    Await.until("all are listed twice", () -> areListed(lists + 6));
    Await.stays(
        "one is used", Duration.ofSeconds(1), () -> cluster.amount("used", GPU).equals("1"));
    assertThat(cluster.createPod("team", "b", 1)).startsWith(DENIED + "exceeded quota: gpus");

    cluster.server().faults().reset();
    Await.until("all are listed", () -> lists() >= lists + 9);
    Await.stays(
        "one is used", Duration.ofSeconds(1), () -> cluster.amount("used", GPU).equals("1"));
  }

  /** Has the watches listed again that are open; returns whether there were as many lists. */
  private boolean areListed(long lists) {
    cluster.server().faults().expireWatches();
    return lists() >= lists;
  }

  private long lists() {
    return cluster.server().calls().stream()
        .filter(c -> c.matches("GET /api/v1/(pods|resourcequotas|namespaces)[?]limit.*"))
        .count();
  }
}
