package dev.plimsoll.server.bulkhead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.server.http.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BulkheadTest {
  private static final int CALLERS = 4;
  private static final Reply DONE = Reply.text(200, "done");

  private final Bulkhead bulkhead = new Bulkhead("test", CALLERS, 0);
  private final AtomicInteger made = new AtomicInteger();
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);

  private Reply slow() {
    made.incrementAndGet();
    begun.countDown();
    try {
      assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return DONE;
  }

  private CompletableFuture<Reply> ask(Object question) {
    return CompletableFuture.supplyAsync(
        () -> bulkhead.answer(question, this::slow), task -> new Thread(task, "caller").start());
  }

  @Test
  void who_asks_the_same_before_it_is_begun_shares_the_answer() throws Exception {
    CompletableFuture<Reply> first = ask("a");
    assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    List<CompletableFuture<Reply>> later = new ArrayList<>();
    for (int i = 1; i < CALLERS; i++) {
      later.add(ask("a"));
    }
    while (bulkhead.callers() < CALLERS) {
      Thread.onSpinWait();
    }
    go.countDown();

    assertThat(first.get(30, TimeUnit.SECONDS)).isSameAs(DONE);
    for (CompletableFuture<Reply> each : later) {
      assertThat(each.get(30, TimeUnit.SECONDS)).isSameAs(DONE);
    }
    assertThat(made).hasValueBetween(2, 3);
  }

  @Test
  void beyond_so_many_callers_nobody_waits() throws Exception {
    List<CompletableFuture<Reply>> waiting =
        IntStream.range(0, CALLERS).mapToObj(this::ask).toList();
    while (bulkhead.callers() < CALLERS) {
      Thread.onSpinWait();
    }

    assertThat(bulkhead.answer("another", () -> DONE).status()).isEqualTo(503);
    assertThat(made.get()).as("one at a time").isLessThanOrEqualTo(1);
    go.countDown();

    for (CompletableFuture<Reply> each : waiting) {
      assertThat(each.get(30, TimeUnit.SECONDS)).isSameAs(DONE);
    }
    while (bulkhead.callers() > 0) {
      Thread.onSpinWait();
    }
    assertThat(bulkhead.answer("another", () -> DONE)).isSameAs(DONE);
  }

  @Test
  void work_that_is_shared_out_stays_on_its_thread() {
    List<String> threads = new ArrayList<>();

    Reply unused =
        bulkhead.answer(
            "a",
            () -> {
              IntStream.range(0, 1000)
                  .parallel()
                  .mapToObj(i -> Thread.currentThread().getName())
                  .distinct()
                  .forEachOrdered(threads::add);
              return DONE;
            });

    assertThat(threads).containsExactly("plimsoll-test");
  }

  @Test
  void what_goes_wrong_is_thrown_to_who_asked_and_others_are_answered() {
    assertThatThrownBy(
            () ->
                bulkhead.answer(
                    "a",
                    () -> {
                      throw new IllegalStateException("broken");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("broken");
    assertThatThrownBy(
            () ->
                bulkhead.answer(
                    "a",
                    () -> {
                      throw new StackOverflowError();
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(bulkhead.answer("a", () -> DONE)).isSameAs(DONE);
  }
}
