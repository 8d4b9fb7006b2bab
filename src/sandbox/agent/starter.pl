# Starts the commands of a sandbox for its agent (starter.cjs). The agent has fifty megabytes, and forking it takes longer
# than most commands run. This process has half a megabyte, and every Debian-based image has Perl. It loads no modules;
# system calls that Perl lacks are made by number, which the agent passes.
#
# Requests on descriptor 3: a length and that many bytes, separated by zeros. First the environment of all commands, then
# for each command its folder, its text, and additions to the environment; commands are numbered in order.
# Answers on descriptor 4: "ready", "started <number> <pid>", "failed <number> <errno>", "ended <pid> <status>".
use strict;

my ($pipes, $ahead, $shell, $niceness, $nofollow, %call) = @ARGV;
my ($cloexec, $nonblock, $writing) = (02000000, 04000, 1);
my ($setfd, $setfl) = (2, 4);

# Blocks all signals that can be blocked, before anything else. Commands get them unblocked.
my ($all, $none) = (pack('Q', ~0), pack('Q', 0));
syscall($call{rt_sigprocmask}, 2, $all, 0, 8);
$0 = 'planwright-starter';

open(my $requests, '<&=', 3) or exit 1;
open(my $answers, '>&=', 4) or exit 1;
fcntl($_, $setfd, 1) for $requests, $answers;
open(my $nothing, '+<', '/dev/null') or exit 1;
my $sigchld = pack('Q', 1 << 16);
my $ends_at = syscall($call{signalfd4}, -1, $sigchld, 8, $cloexec | $nonblock);
exit 1 if $ends_at < 0;
open(my $ends, '<&=', $ends_at) or exit 1;

my $number = -1;
my $asked = '';
my $both = '';
vec($both, fileno($_), 1) = 1 for $requests, $ends;

while (1) {
  select(my $waiting = $both, undef, undef, undef) > 0 or next;
  if (vec($waiting, fileno($ends), 1)) {
    sysread($ends, my $signals, 4096);
    my $told = '';
    while ((my $pid = waitpid(-1, 1)) > 0) { $told .= "ended $pid $?\n" }
    syswrite($answers, $told) if $told ne '';
  }
  next unless vec($waiting, fileno($requests), 1);
  sysread($requests, $asked, 65536, length $asked) or exit;
  while (length $asked >= 4 && length $asked >= 4 + (my $length = unpack('N', $asked))) {
    my @parts = split /\0/, substr($asked, 4, $length), -1;
    substr($asked, 0, 4 + $length) = '';
    if ($number++ < 0) { settle(@parts) }
    else { start($number - 1, @parts) }
  }
}

sub settle {
  %ENV = ();
  add(@_);
  make_pipes($_) for 0 .. $ahead - 1;
  syswrite($answers, "ready\n");
}

sub add {
  for (@_) {
    my ($name, $value) = split /=/, $_, 2;
    $ENV{$name} = $value;
  }
}

sub pipes_of { map { "$pipes/$_[0].$_" } 'out', 'err' }

sub make_pipes {
  for my $path (pipes_of($_[0])) { syscall($call{mknodat}, -100, $path, 0010600, 0) }
}

# The agent has the other ends open already. Non-blocking, in case a command replaced the pipes.
sub start {
  my ($number, $folder, $command, @environment) = @_;
  make_pipes($number + $ahead);
  my @paths = pipes_of($number);
  my @outputs = map { my $to; sysopen($to, $_, $writing | $nonblock | $nofollow) ? $to : () } @paths;
  unlink @paths;
  return syswrite($answers, "failed $number 0\n") if @outputs < 2;
  fcntl($_, $setfl, $writing) for @outputs;
  my $pid = fork;
  return syswrite($answers, "failed $number " . ($! + 0) . "\n") unless defined $pid;
  return if $pid;

  # Sent by the process that becomes the command: once all such processes are gone, unreported commands never started.
  syswrite($answers, "started $number $$\n");
  syscall($call{setsid});
  setpriority(0, 0, $niceness);
  my $to = 0;
  syscall($call{dup3}, fileno($_), $to++, 0) for $nothing, @outputs;
  if (chdir $folder) {
    add(@environment);
    syscall($call{rt_sigprocmask}, 2, $none, 0, 8);
    exec { $shell } 'bash', '-c', $command;
  }
  syswrite($answers, "failed $number " . ($! + 0) . "\n");
  syscall($call{exit_group}, 126);
}
