package dev.plimsoll.kube.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plimsoll.kube.LogRecorder;
import dev.plimsoll.kube.live.UnreachableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest implements PeriodicTask.Timer {
  private static final RunInterval MINUTELY = RunInterval.every(Duration.ofMinutes(1));

  private final LogRecorder log = new LogRecorder(PeriodicTask.class);
  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final List<Duration> pauses = new ArrayList<>();
  private Instant now = Instant.EPOCH;

  @AfterEach
  void stop() {
    thread.shutdownNow();
    log.close();
  }

  @Override
  public long nanoTime() {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public void sleep(Duration pause) {
    pauses.add(pause);
    now = now.plus(pause);
  }

  /** Runs the bodies in turn, on the thread of the test, until a last one closes the task. */
  private TaskStatus run(RunInterval interval, PeriodicTask.Body... bodies) {
    List<PeriodicTask> task = new ArrayList<>();
    List<PeriodicTask.Body> left = new ArrayList<>(List.of(bodies));
    task.add(
        new PeriodicTask(
            "duty",
            interval,
            () -> {
              if (left.isEmpty()) {
                task.get(0).close();
                throw new InterruptedException("closed");
              }
              left.remove(0).run();
            },
            thread,
            this));
    task.get(0).loop();
    return task.get(0).status();
  }

  private void take(Duration time) {
    now = now.plus(time);
  }

  @Test
  void a_run_follows_a_run_with_a_pause_between() {
    TaskStatus status = run(MINUTELY, () -> {}, () -> take(Duration.ofSeconds(20)));

    assertThat(pauses)
        .containsExactly(Duration.ofMinutes(1), Duration.ofMinutes(1), Duration.ofMinutes(1));
    assertThat(status)
        .isEqualTo(
            new TaskStatus(
                "duty",
                0,
                Optional.of(Instant.EPOCH.plus(Duration.ofSeconds(140))),
                Optional.empty()));
    assertThat(log.lines()).isEmpty();
  }

  @Test
  void a_first_run_can_come_sooner_and_a_long_run_is_followed_by_a_longer_rest() {
    run(
        MINUTELY.after(Duration.ofSeconds(5)).resting(10),
        () -> take(Duration.ofSeconds(5)),
        () -> take(Duration.ofSeconds(7)));

    assertThat(pauses)
        .containsExactly(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofSeconds(70));
  }

  @Test
  void whatever_a_run_throws_the_next_one_follows() {
    TaskStatus status =
        run(
            MINUTELY,
            () -> {
              throw new IllegalStateException("odd");
            },
            () -> {
              throw new AssertionError("worse");
            },
            () -> {
              throw new InterruptedException("nobody closed the task");
            },
            () -> {
              throw new OutOfMemoryError("little left");
            },
            () -> {});

    assertThat(status.failures()).isEqualTo(4);
    assertThat(status.lastSuccess()).isPresent();
    assertThat(log.lines())
        .containsExactly(
            "SEVERE duty failed, will retry",
            "SEVERE duty failed, will retry",
            "SEVERE duty failed, will retry",
            "SEVERE duty failed, will retry",
            "INFO duty: succeeded again");
  }

  @Test
  void a_failed_run_rests_too() {
    run(
        MINUTELY.resting(10),
        () -> {
          take(Duration.ofSeconds(7));
          throw new IllegalStateException("slow and wrong");
        });

    assertThat(pauses).containsExactly(Duration.ofMinutes(1), Duration.ofSeconds(70));
  }

  @Test
  void the_same_failure_is_logged_once_until_a_run_succeeds() {
    PeriodicTask.Body unreachable =
        () -> {
          throw new UnreachableException("nobody answers");
        };
    run(MINUTELY, unreachable, unreachable, () -> {}, unreachable);

    assertThat(log.lines())
        .containsExactly(
            "WARNING duty failed, will retry: nobody answers",
            "INFO duty: succeeded again",
            "WARNING duty failed, will retry: nobody answers");
  }

  @Test
  void a_failure_that_can_not_be_logged_does_not_end_the_task() {
    RuntimeException speechless =
        new IllegalStateException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new IllegalStateException("no words");
          }
        };
    TaskStatus status =
        run(
            MINUTELY,
            () -> {
              throw speechless;
            },
            () -> {});

    assertThat(status.failures()).isEqualTo(1);
    assertThat(status.lastSuccess()).isPresent();
  }

  private PeriodicTask task(RunInterval interval) {
    return new PeriodicTask("duty", interval, () -> {}, thread, this);
  }

  @Test
  void a_duty_that_has_not_run_for_three_times_its_period_has_a_problem() {
    PeriodicTask task = task(RunInterval.every(Duration.ofMinutes(10)));
    take(Duration.ofMinutes(30));
    assertThat(task.status().problem()).isEmpty();

    take(Duration.ofMillis(1));

    assertThat(task.status().problem())
        .hasValue("duty: no run has ended for more than 1800 seconds");
    task.close();
    assertThat(task.status().problem()).isEmpty();
  }

  @Test
  void a_duty_of_a_second_may_wait_as_long_as_a_connection_may_hang() {
    PeriodicTask task = task(RunInterval.every(Duration.ofSeconds(1)));
    take(Duration.ofMinutes(3));

    assertThat(task.status().problem()).isEmpty();
  }

  @Test
  void a_run_that_lasts_until_something_happens_is_never_late() {
    PeriodicTask task = task(MINUTELY.lasting());
    take(Duration.ofDays(3));

    assertThat(task.status().problem()).isEmpty();
  }

  @Test
  void the_end_of_a_thread_is_noticed() {
    PeriodicTask task =
        new PeriodicTask(
            "duty",
            MINUTELY.lasting(),
            () -> {},
            thread,
            new PeriodicTask.Timer() {
              @Override
              public long nanoTime() {
                return 0;
              }

              @Override
              public Instant now() {
                return Instant.EPOCH;
              }

              @Override
              public void sleep(Duration pause) {
                throw new StackOverflowError("whatever ends a thread");
              }
            });

    assertThatThrownBy(task::loop).isInstanceOf(StackOverflowError.class);

    assertThat(task.status().problem()).hasValue("duty: its thread has ended");
  }

  @Test
  void a_task_has_a_named_daemon_thread_that_ends_when_it_is_closed() throws Exception {
    CountDownLatch running = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    PeriodicTask task =
        PeriodicTask.start(
            "duty",
            RunInterval.every(Duration.ofMillis(1)),
            () -> {
              threads.add(Thread.currentThread());
              running.countDown();
              new CountDownLatch(1).await();
            });
    assertThat(running.await(30, TimeUnit.SECONDS)).isTrue();
    task.close();

    Thread made = threads.get(0);
    made.join(30_000);
    assertThat(made.isAlive()).isFalse();
    assertThat(made.getName()).isEqualTo("plimsoll-duty");
    assertThat(made.isDaemon()).isTrue();
    assertThat(threads).hasSize(1);
    assertThat(task.status().failures()).isZero();
  }

  @Test
  void what_a_task_shares_out_stays_on_the_one_thread_of_its_pool() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(1);
    PeriodicTask task =
        PeriodicTask.start(
            "duty",
            RunInterval.every(Duration.ofMillis(1)),
            () -> {
              IntStream.range(0, 1000).parallel().forEach(i -> threads.add(Thread.currentThread()));
              done.countDown();
            },
            pool);
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
    task.close();

    assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    assertThat(threads).hasSizeGreaterThanOrEqualTo(1000).containsOnly(threads.get(0));
  }
}
