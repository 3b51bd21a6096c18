package dev.plimsoll.server.access;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.plimsoll.kube.periodic.Ticker;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Recent answers of the API server: a bounded number of answers, the latest.
 *
 * @param <K> what it was asked
 * @param <V> what it said
 */
final class RecentAnswers<K, V> {
  private final long ttl;
  private final int capacity;
  private final Ticker ticker;

  /** The oldest first, because all are kept equally long. */
  @GuardedBy("this")
  private final Map<K, Answer<V>> answers = new LinkedHashMap<>();

  /** An answer, and when it came, in nanoseconds. */
  private record Answer<V>(V value, long at) {}

  RecentAnswers(Duration ttl, int capacity, Ticker ticker) {
    this.ttl = ttl.toNanos();
    this.capacity = capacity;
    this.ticker = ticker;
  }

  synchronized void put(K key, V value) {
    answers.remove(key);
    answers.put(key, new Answer<>(value, ticker.read()));
    if (answers.size() > capacity) {
      answers.remove(answers.keySet().iterator().next());
    }
  }

  synchronized Optional<V> get(K key) {
    long now = ticker.read();
    Iterator<Answer<V>> oldest = answers.values().iterator();
    while (oldest.hasNext() && now - oldest.next().at() >= ttl) {
      oldest.remove();
    }
    return Optional.ofNullable(answers.get(key)).map(Answer::value);
  }
}
