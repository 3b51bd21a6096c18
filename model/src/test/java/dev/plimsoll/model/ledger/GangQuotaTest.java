package dev.plimsoll.model.ledger;

import static dev.plimsoll.kubernetes.fixtures.ResourceLists.list;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class GangQuotaTest {

  @Test
  void of_two_gangs_of_8_on_a_quota_of_8_exactly_one_is_admitted() {
    GangQuotaModel model = new GangQuotaModel(8);
    for (int i = 0; i < 8; i++) {
      assertThat(model.create("a", 8, 1)).isEmpty();
      assertThat(model.create("b", 8, 1)).isNotEmpty();
      model.store();
      model.resync();
    }

    assertThat(model.stored("a")).isEqualTo(8);
    assertThat(model.ledger("q0").gangs().isEmpty()).isTrue();
    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=0"));
  }

  @Test
  void the_denial_begins_with_Kubernetes_words_and_says_what_the_gang_lacks() {
    GangQuotaModel model = new GangQuotaModel(8);
    assertThat(model.create("", 0, 3)).isEmpty();

    assertThat(model.create("a", 8, 1))
        .isEqualTo(
            "exceeded quota: q0, requested: requests.cpu=8, used: requests.cpu=3,"
                + " limited: requests.cpu=8. The 8 missing pods of gang a are admitted together or"
                + " not at all, and quota q0 lacks requests.cpu=3.");
  }

  @Test
  void a_gang_larger_than_the_limit_can_never_fit() {
    assertThat(new GangQuotaModel(8, 4).create("a", 8, 2))
        .endsWith(
            "Gang a can never fit: its 8 pods need requests.cpu=16 together,"
                + " and quota q0 allows requests.cpu=8.");
  }

  @Test
  void a_gang_reserves_in_all_quotas_or_in_none() {
    GangQuotaModel model = new GangQuotaModel(8, 4);

    assertThat(model.create("a", 5, 1)).contains("exceeded quota: q1");
    assertThat(model.ledgers()).allSatisfy(l -> assertThat(l.gangs().isEmpty()).isTrue());
    assertThat(model.create("a", 4, 1)).isEmpty();
    assertThat(model.ledgers())
        .allSatisfy(l -> assertThat(l.reserved()).isEqualTo(list("requests.cpu=4")));
  }

  @Test
  void a_pod_of_no_gang_does_not_get_what_a_gang_holds() {
    GangQuotaModel model = new GangQuotaModel(8);
    assertThat(model.create("a", 8, 1)).isEmpty();

    assertThat(model.create("", 0, 1)).contains("used: requests.cpu=8");
  }

  @Test
  void what_a_gang_holds_and_does_not_use_is_given_back_after_the_bound() {
    GangQuotaModel model = new GangQuotaModel(8);
    assertThat(model.create("a", 8, 1)).isEmpty();
    model.store();
    model.resync();
    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=7"));

    model.pass(GangQuotaModel.HOLD);
    model.resync();

    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=0"));
    assertThat(model.create("b", 8, 1)).contains("lacks requests.cpu=1");
    assertThat(model.create("a", 8, 1)).isEmpty();
    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=7"));
  }

  @Test
  void a_gang_whose_first_request_failed_holds_nothing() {
    GangQuotaModel model = new GangQuotaModel(8);
    assertThat(model.create("a", 8, 1)).isEmpty();

    model.fail();

    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=0"));
    assertThat(model.create("b", 8, 1)).isEmpty();
  }

  @Test
  void a_later_request_that_fails_gives_its_place_back_to_the_gang() {
    GangQuotaModel model = new GangQuotaModel(8);
    assertThat(model.create("a", 8, 1)).isEmpty();
    model.store();
    model.resync();
    assertThat(model.create("a", 8, 1)).isEmpty();

    model.fail();

    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=7"));
    assertThat(model.create("b", 8, 1)).isNotEmpty();
  }

  @Test
  void a_gang_that_was_there_as_a_whole_holds_nothing_once_it_is_gone() {
    GangQuotaModel model = new GangQuotaModel(8);
    for (int i = 0; i < 8; i++) {
      assertThat(model.create("a", 8, 1)).isEmpty();
    }
    for (int i = 0; i < 4; i++) {
      model.store();
    }
    model.resync();
    for (int i = 0; i < 4; i++) {
      model.delete(0);
      model.store();
    }
    model.resync();

    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=0"));
  }

  @Test
  void a_gang_that_is_created_again_takes_up_its_own() {
    GangQuotaModel model = new GangQuotaModel(8);
    assertThat(model.create("a", 8, 1)).isEmpty();
    model.store();
    model.resync();

    model.deleteAll();
    model.resync();

    assertThat(model.create("b", 8, 1)).isNotEmpty();
    for (int i = 0; i < 8; i++) {
      assertThat(model.create("a", 8, 1)).isEmpty();
    }
  }

  @Test
  void a_larger_pod_asks_for_the_rest_itself() {
    GangQuotaModel model = new GangQuotaModel(12);
    assertThat(model.create("", 0, 3)).isEmpty();
    assertThat(model.create("a", 8, 1)).isEmpty();

    assertThat(model.create("a", 8, 3)).contains("quota q0 lacks requests.cpu=1");
    assertThat(model.create("a", 8, 2)).isEmpty();
    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=12"));
    for (int i = 0; i < 6; i++) {
      assertThat(model.create("a", 8, 1)).isEmpty();
    }
  }

  @Test
  void a_size_that_grows_needs_quota_for_the_added_pods_and_one_that_shrinks_gives_back() {
    GangQuotaModel model = new GangQuotaModel(8);
    assertThat(model.create("a", 4, 1)).isEmpty();

    assertThat(model.create("a", 9, 1)).contains("Gang a can never fit");
    assertThat(model.create("a", 8, 1)).isEmpty();
    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=8"));
    assertThat(model.create("a", 3, 1)).isEmpty();
    assertThat(model.reserved("q0")).isEqualTo(list("requests.cpu=3"));
  }

  @Test
  void pods_beyond_the_size_count_alone() {
    GangQuotaModel model = new GangQuotaModel(4);
    for (int i = 0; i < 4; i++) {
      assertThat(model.create("a", 2, 1)).isEmpty();
    }

    assertThat(model.create("a", 2, 1)).contains("exceeded quota: q0").doesNotContain("together");
  }

  @Test
  void a_missing_pod_of_a_running_gang_needs_quota_for_itself_only() {
    GangQuotaModel model = new GangQuotaModel(4);
    for (int i = 0; i < 4; i++) {
      assertThat(model.create("a", 4, 1)).isEmpty();
      model.store();
    }
    model.resync();
    model.pass(Duration.ofHours(1));
    model.delete(0);
    model.resync();

    assertThat(model.create("b", 4, 1)).contains("lacks requests.cpu=3");
    assertThat(model.create("a", 4, 1)).isEmpty();
  }
}
