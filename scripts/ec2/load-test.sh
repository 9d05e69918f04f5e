#!/usr/bin/env bash
# Runs a plan between hosts on EC2 that it makes for it, and deletes what it made. `load-test.sh --help` says how.
set -euo pipefail
export AWS_PAGER='' LC_ALL=C

usage() {
  cat <<'USAGE'
Usage: load-test.sh run [OPTIONS] [-- OPTIONS OF swipestorm run]
       load-test.sh list|cleanup [--region REGION] [--id ID]

run      makes a server host and a client host in one availability zone, deploys a WAR, sends load from one to the other
         over their private addresses, fetches the results, and deletes all it made, however it ends. It costs money.
         With --clients, agents on several client hosts share the run.
list     names what is there with the tag swipestorm-run
cleanup  deletes it: leftovers of a run that was killed, and what --keep kept. Without --id that of every run, also of
         one that is still running.

Options of run:
  --server NAME         servlet, springboot or a WAR file (default: servlet)
  --server-type TYPE    instance type (default: t3.micro)
  --client-type TYPE    instance type (default: t3.micro)
  --clients N           client hosts, 1 to 20; more than one run an agent each (default: 1)
  --region REGION       (default: that of the AWS CLI)
  --subnet ID           a public subnet (default: the first default subnet)
  --from CIDR           who may connect from outside (default: this machine's address as the internet sees it, /32)
  --minutes N           after which the hosts end themselves, come what may, 10 to 1440 (default: 120)
  --output DIR          for the results, new or empty (default: results/<date>-ec2)
  --keep                leave the hosts; `cleanup` deletes them, or their --minutes do
  --help                print this

Needs the AWS CLI with credentials, ssh, ssh-keygen, curl and tar. Exit code: that of swipestorm run; 1 when a step before
or after it failed, 2 wrong usage, 130 or 143 after Ctrl-C or SIGTERM.
USAGE
}

die() { # wrong usage: nothing was made
  echo "load-test: $1" >&2
  exit 2
}
fail() {
  echo "load-test: $1" >&2
  exit 1
}
say() { echo "load-test: $1" >&2; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
tag=swipestorm-run

command=${1:-}
case $command in
run | list | cleanup) shift ;;
-h | --help)
  usage
  exit 0
  ;;
'') die "a command is missing: run, list or cleanup (--help says more)" ;;
*) die "there is no command $command: run, list or cleanup" ;;
esac

server=servlet server_type=t3.micro client_type=t3.micro clients=1 region='' subnet='' from='' minutes=120 output='' keep='' id=''
while [ $# -gt 0 ]; do
  case $command$1 in
  run--server | run--server-type | run--client-type | run--clients | run--subnet | run--from | run--minutes | run--output | *--region | list--id | cleanup--id)
    [ $# -ge 2 ] || die "$1 needs a value (--help lists the options)"
    case $1 in
    --server) server=$2 ;;
    --server-type) server_type=$2 ;;
    --client-type) client_type=$2 ;;
    --clients) clients=$2 ;;
    --region) region=$2 ;;
    --subnet) subnet=$2 ;;
    --from) from=$2 ;;
    --minutes) minutes=$2 ;;
    --output) output=$2 ;;
    --id) id=$2 ;;
    esac
    shift 2
    ;;
  run--keep)
    keep=yes
    shift
    ;;
  *--help)
    usage
    exit 0
    ;;
  run--)
    shift
    break
    ;;
  *) die "$command has no option $1 (--help lists them)" ;;
  esac
done

need() {
  local tool
  for tool; do
    command -v "$tool" >/dev/null || die "$tool is not installed"
  done
}
need aws
[ -z "$region" ] || export AWS_REGION=$region AWS_DEFAULT_REGION=$region

ec2() { aws ec2 "$@" --output text; }

# --- What was made, and its end ---------------------------------------------------------------------------------------

# Known by its tag, and what this script made also by its id: a tag may be seen a moment later than the thing itself.
made_instances=() made_groups=() made_keys=()
filter=Name=tag-key,Values=$tag
[ -z "$id" ] || filter=Name=tag:$tag,Values=$id

# Ids of one kind, one a line: those made here, and what a command of ec2 finds. "None" is how the CLI says nothing.
found() {
  local made=$1 list status=0
  shift
  list=$(ec2 "$@") || status=1
  printf '%s\n%s\n' "$made" "$list" | xargs -n 1 | grep -v -x -e '' -e None | sort -u || true
  return "$status"
}
instances() {
  found "${made_instances[*]-}" describe-instances --filters "$filter" \
    Name=instance-state-name,Values=pending,running,stopping,stopped --query 'Reservations[].Instances[].InstanceId'
}
groups() {
  found "${made_groups[*]-}" describe-security-groups --filters "$filter" --query 'SecurityGroups[].GroupId'
}
keys() {
  found "${made_keys[*]-}" describe-key-pairs --filters "$filter" --query 'KeyPairs[].KeyName'
}

delete_group() {
  local try
  for try in 1 2 3 4 5 6; do
    # Its hosts' network cards go a little later than the hosts.
    [ "$try" = 1 ] || sleep 10
    # Without the 0, this returns the status from before the trap that called it.
    ec2 delete-security-group --group-id "$1" >/dev/null && return 0
  done
  return 1
}

# Goes on whatever fails, so that one thing that cannot be deleted does not save the others.
delete_all() {
  local ids one ok=yes
  ids=$(instances) || ok=
  if [ -n "$ids" ]; then
    say "deleting $(paste -sd ' ' <<<"$ids")"
    # shellcheck disable=SC2086 # several ids
    { ec2 terminate-instances --instance-ids $ids >/dev/null && ec2 wait instance-terminated --instance-ids $ids; } || ok=
  fi
  ids=$(groups) || ok=
  for one in $ids; do
    say "deleting $one"
    delete_group "$one" || ok=
  done
  ids=$(keys) || ok=
  for one in $ids; do
    say "deleting key $one"
    ec2 delete-key-pair --key-name "$one" >/dev/null || ok=
  done
  [ -n "$ok" ]
}

case $command in
list)
  instances && groups && keys
  exit
  ;;
cleanup)
  delete_all || fail "not all could be deleted: run it once more"
  say "nothing is left"
  exit
  ;;
esac

# --- A run: everything that was typed is judged before anything is made -------------------------------------------------

need ssh ssh-keygen curl tar
{ [[ $minutes =~ ^[0-9]{1,4}$ ]] && [ "$((10#$minutes))" -ge 10 ] && [ "$((10#$minutes))" -le 1440 ]; } ||
  die "--minutes must be 10 to 1440, not '$minutes'"
{ [[ $clients =~ ^[0-9]{1,2}$ ]] && [ "$((10#$clients))" -ge 1 ] && [ "$((10#$clients))" -le 20 ]; } ||
  die "--clients must be 1 to 20, not '$clients'"
clients=$((10#$clients))
[ -z "$from" ] || [[ $from =~ ^[0-9]{1,3}(\.[0-9]{1,3}){3}/[0-9]{1,2}$ ]] ||
  die "'$from' is not a range of addresses: write it like 203.0.113.7/32"
for one in "$server_type" "$client_type"; do
  [[ $one =~ ^[a-z0-9-]+\.[a-z0-9-]+$ ]] || die "'$one' is not an instance type: write it like t3.micro"
done
case $server in
servlet | springboot) ;;
*) [ -f "$server" ] || die "there is no WAR $server: name a file, servlet or springboot" ;;
esac
output=${output:-results/$(date +%F)-ec2}
[ ! -e "$output" ] || [ -z "$(ls -A "$output" 2>/dev/null || echo x)" ] ||
  die "'$output' is there already and not an empty directory: name another one with --output"
for one; do
  case $one in -u | --url | --url=* | -o | --output | --output=* | --server | --server=*)
    die "$one is not for swipestorm run here: both ends are given (--output and --server come before --)" ;;
  --join | --join=* | --agents | --agents=* | --cluster-tls | --cluster-tls=*)
    die "$one is not for swipestorm run here: --clients N before -- makes the agents" ;;
  esac
done

# The client's files as a tar.gz on standard output: those beside this script, or as the build packed them.
distribution() {
  if [ -d "$root/lib/cli" ]; then
    tar -czf - -C "$(dirname "$root")" "$(basename "$root")"
  else
    cat "${archives[0]}"
  fi
}
archives=("$root"/distribution/target/swipestorm-[0-9]*.tar.gz)
[ -d "$root/lib/cli" ] || { [ ${#archives[@]} -eq 1 ] && [ -f "${archives[0]}" ]; } ||
  die "there is not just one distribution to send in $root/distribution/target: run 'mvn clean package' in $root"
if [ -z "$from" ]; then
  from=$(curl --silent --fail --max-time 20 https://checkip.amazonaws.com) ||
    die "this machine's address could not be found out: give it with --from"
  from=$from/32
fi

id=$(date -u +%Y%m%d-%H%M%S)-$$
filter=Name=tag:$tag,Values=$id
tags="Tags=[{Key=$tag,Value=$id},{Key=Name,Value=swipestorm}]"
work=$(mktemp -d)

# Runs what takes minutes so that a signal need not wait for its end.
running=
patiently() {
  local status=0
  "$@" &
  running=$!
  wait "$running" || status=$?
  running=
  return "$status"
}

# shellcheck disable=SC2317 # called by a trap
finish() {
  local code=$?
  trap - EXIT
  trap '' INT TERM HUP # a second Ctrl-C must not stop the deleting
  [ -z "$running" ] || kill "$running" 2>/dev/null || true
  if [ -n "$keep" ] && [ ${#made_instances[@]} -gt 0 ]; then
    say "kept for at most $minutes minutes: ssh -F $work/ssh-config server, or client; delete with: $0 cleanup --id $id"
    exit "$code"
  fi
  if ! delete_all; then
    say "NOT ALL WAS DELETED, and it may cost money: $0 cleanup --id $id"
    [ "$code" -ne 0 ] || code=1
  fi
  rm -rf "$work"
  exit "$code"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

say "run $id"
read -r subnet vpc zone < <(
  if [ -n "$subnet" ]; then
    ec2 describe-subnets --subnet-ids "$subnet" --query 'Subnets[0].[SubnetId,VpcId,AvailabilityZone]'
  else
    ec2 describe-subnets --filters Name=default-for-az,Values=true --query 'Subnets[0].[SubnetId,VpcId,AvailabilityZone]'
  fi
) || fail "the subnets could not be listed"
[ "${subnet:-None}" != None ] || fail "there is no default subnet: name one with --subnet, or run 'aws ec2 create-default-vpc'"

ssh-keygen -q -t ed25519 -N '' -C "$tag $id" -f "$work/key"
made_keys+=("$tag-$id")
ec2 import-key-pair --key-name "$tag-$id" --public-key-material "fileb://$work/key.pub" \
  --tag-specifications "ResourceType=key-pair,$tags" >/dev/null || fail "the key could not be made known"

group=$(ec2 create-security-group --group-name "$tag-$id" --description "Swipestorm run $id" --vpc-id "$vpc" \
  --tag-specifications "ResourceType=security-group,$tags" --query GroupId) || fail "no security group could be made"
made_groups+=("$group")
# The two reach each other on every port; from outside, one range of addresses reaches ssh and Tomcat.
ec2 authorize-security-group-ingress --group-id "$group" --ip-permissions \
  "IpProtocol=-1,UserIdGroupPairs=[{GroupId=$group}]" \
  "IpProtocol=tcp,FromPort=22,ToPort=22,IpRanges=[{CidrIp=$from}]" \
  "IpProtocol=tcp,FromPort=8080,ToPort=8080,IpRanges=[{CidrIp=$from}]" >/dev/null || fail "the security group stayed shut"

# Makes a host and prints its id.
make_host() {
  local name=$1 type=$2 architecture
  architecture=$(ec2 describe-instance-types --instance-types "$type" \
    --query 'InstanceTypes[0].ProcessorInfo.SupportedArchitectures[0]') || return 1
  sed "s/@MINUTES@/$minutes/" "$here/$name.yaml" >"$work/$name.yaml"
  ec2 run-instances --count 1 --instance-type "$type" \
    --image-id "resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023-ami-kernel-default-$architecture" \
    --key-name "$tag-$id" --subnet-id "$subnet" --security-group-ids "$group" --associate-public-ip-address \
    --user-data "file://$work/$name.yaml" --instance-initiated-shutdown-behavior terminate \
    --metadata-options HttpTokens=required \
    --tag-specifications "ResourceType=instance,$tags" "ResourceType=volume,$tags" --query 'Instances[0].InstanceId'
}
server_id=$(make_host server "$server_type") || fail "the server host could not be made"
made_instances+=("$server_id")
# The first client host is called client, the others client2, client3 and so on.
names=() ids=()
for ((i = 0; i < clients; i++)); do
  names+=("client$([ "$i" -eq 0 ] || echo "$((i + 1))")")
  ids+=("$(make_host client "$client_type")") || fail "the ${names[i]} host could not be made"
  made_instances+=("${ids[i]}")
done
say "server host $server_id ($server_type), client hosts ${ids[*]} ($client_type), in $zone"
patiently ec2 wait instance-running --instance-ids "$server_id" "${ids[@]}" || fail "the hosts did not start"

address() { ec2 describe-instances --instance-ids "$1" --query "Reservations[0].Instances[0].$2"; }
server_public=$(address "$server_id" PublicIpAddress) || fail "the server host's address could not be read"
server_private=$(address "$server_id" PrivateIpAddress) || fail "the server host's address could not be read"
publics=() privates=()
for one in "${ids[@]}"; do
  publics+=("$(address "$one" PublicIpAddress)") || fail "a client host's address could not be read"
  [ "$clients" -eq 1 ] || privates+=("$(address "$one" PrivateIpAddress)") || fail "a client host's address could not be read"
done
case "$server_public ${publics[*]}" in *None*) fail "the hosts have no public address: is the subnet public?" ;; esac

{
  printf 'Host server\n  HostName %s\n' "$server_public"
  for ((i = 0; i < clients; i++)); do
    printf 'Host %s\n  HostName %s\n' "${names[i]}" "${publics[i]}"
  done
  cat <<CONFIG
Host *
  User ec2-user
  IdentityFile "$work/key"
  IdentitiesOnly yes
  UserKnownHostsFile "$work/known_hosts"
  StrictHostKeyChecking accept-new
  ConnectTimeout 10
  ServerAliveInterval 15
  LogLevel ERROR
CONFIG
} >"$work/ssh-config"
on() {
  local name=$1
  shift
  ssh -F "$work/ssh-config" -o BatchMode=yes "$name" "$@"
}

# Waits until a host lets us in and has done what its user data says.
await() {
  local name=$1 try status
  for try in $(seq 60); do
    if on "$name" true 2>/dev/null; then
      status=0
      on "$name" cloud-init status --wait >/dev/null || status=$?
      # 2 is done, with something that it put up with.
      [ "$status" -eq 0 ] || [ "$status" -eq 2 ] || fail "the $name host was not set up: see /var/log/cloud-init-output.log there (--keep)"
      return
    fi
    [ "$try" = 60 ] || sleep 5
  done
  fail "the $name host cannot be reached by ssh from $from"
}
await server
for one in "${names[@]}"; do
  await "$one"
done

say "deploying $server"
"$here/../deploy-tomcat.sh" --ssh server --ssh-config "$work/ssh-config" --url "http://$server_public:8080" \
  --timeout 180 "$server" >&2 || fail "the server could not be deployed"
for one in "${names[@]}"; do
  distribution | on "$one" 'mkdir -p swipestorm && tar -xzf - -C swipestorm --strip-components=1' ||
    fail "the distribution could not be sent to the $one host"
done

# Starts an agent on each client host. The first one makes the certificates; the others get them, and join it.
start_agents() {
  local i join=''
  on client 'swipestorm/bin/swipestorm agent init-tls certificates' >/dev/null || fail "the agents' certificates could not be made"
  for ((i = 0; i < clients; i++)); do
    if [ "$i" -gt 0 ]; then
      join=" --join ${privates[0]}:7800"
      # shellcheck disable=SC2029 # expanded here
      on client tar -cf - certificates | on "${names[i]}" tar -xf - || fail "the certificates could not be sent to the ${names[i]} host"
    fi
    on "${names[i]}" "setsid nohup swipestorm/bin/swipestorm agent --listen ${privates[i]}:7800$join --cluster-tls certificates \
--allow-target $server_private:8080 >agent.log 2>&1 </dev/null & for try in \$(seq 60); do grep -qs 'listens at' agent.log && exit; \
sleep 1; done; cat agent.log >&2; exit 1" || fail "the agent of the ${names[i]} host did not start"
  done
}
agents=''
if [ "$clients" -gt 1 ]; then
  say "starting $clients agents"
  start_agents
  agents="--join ${privates[0]}:7800 --cluster-tls certificates --agents $clients "
fi

say "sending load"
arguments=''
[ $# -eq 0 ] || arguments=$(printf ' %q' "$@")
code=0
patiently on client "swipestorm/bin/swipestorm run $agents--url http://$server_private:8080/app --output out$arguments" || code=$?
# Ends of a run: 0, 1, and with objectives 3 and 4; 129, 130 and 143 early ones. Otherwise there was none.
case $code in 0 | 1 | 3 | 4 | 129 | 130 | 143) ;; *) fail "swipestorm run ended with exit code $code" ;; esac

mkdir -p "$output"
on client tar -czf - -C out . | tar -xzf - -C "$output" || fail "the results could not be fetched"
facts='uname -srm; nproc; free -m; java -version 2>&1; chronyc tracking || true'
for one in server "${names[@]}"; do
  echo "== $one"
  on "$one" "$facts" || fail "the $one host's facts could not be read"
done >"$output/hosts.txt"
printf 'zone %s\nserver %s\nclient %s\nclients %s\n' "$zone" "$server_type" "$client_type" "$clients" >>"$output/hosts.txt"
say "results in $output"
exit "$code"
