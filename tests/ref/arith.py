# Writes tests/ref/arith.csv: rows that satisfy a relation of tablecheck --arith and
# rows that do not. python3 tests/ref/arith.py, with SciPy 1.17.1, numpy 2.4.6.
from scipy import stats as S
import math, csv, sys
nb,nt,mb,mt,sb,st=40,50,10.00,8.50,2.00,1.50
base=dict(n_base=nb,n_test=nt,mean_base='10.00',mean_test='8.50',sd_base='2.00',sd_test='1.50')
C="mean_base,mean_test,sd_base,sd_test,n_base,n_test"
V="10.00,8.50,2.00,1.50,40,50"
stud=S.ttest_ind_from_stats(mt,st,nt,mb,sb,nb,equal_var=True)
wel=S.ttest_ind_from_stats(mt,st,nt,mb,sb,nb,equal_var=False)
se=math.sqrt(sb*sb/nb+st*st/nt)
df=(sb*sb/nb+st*st/nt)**2/((sb*sb/nb)**2/(nb-1)+(st*st/nt)**2/(nt-1))
sp=math.sqrt(((nb-1)*sb*sb+(nt-1)*st*st)/(nb+nt-2))
d=(mt-mb)/sp
tq=S.t.isf(.025,39); zq=S.norm.isf(.025)
fmt=lambda x,k: f"{x:.{k}f}"
rows=[]
def r(rel,cols,good,bad,call): rows.append((rel,cols,good,bad,call))
r('diff','mean_base,mean_test,diff','10.0,8.5,-1.5','10.0,8.5,-1.7','8.5 - 10')
r('change','mean_base,mean_test,change_pct','10.00,8.50,-15.0%','10.00,8.50,-15.2%',
    '100*(8.5/10 - 1)')
r('change_diff','mean_base,diff,change_pct','10.00,-1.50,-15.0%','10.00,-1.50,15.0%','100*-1.5/10')
r('change_ratio','ratio_mean,change_pct','0.85x,-15.0%','0.85x,-16.0%','100*(0.85 - 1)')
r('reduction','mean_base,mean_test,reduction_pct','10.00,8.50,15.0%','10.00,8.50,14.8%',
    '100*(1 - 8.5/10)')
for s in ('median','sd','p90','p95','p99'):
    r(s+'_change',f'{s}_base,{s}_test,{s}_change_pct','3.83,1.42,-62.9%','3.83,1.42,-63.9%',
        '100*(1.42/3.83 - 1)')
r('median_reduction','median_base,median_test,median_reduction_pct','3.83,1.42,62.9%',
    '3.83,1.42,63.9%','100*(1 - 1.42/3.83)')
r('ratio_mean','mean_base,mean_test,ratio_mean','286.1,2019.3,7.1x','286.1,2019.3,7.2x',
    '2019.3/286.1')
r('ratio_median','median_base,median_test,ratio_median','8,4,0.5','8,4,0.9','4/8')
r('ratio','mean,median,ratio','11.87,10.34,1.15','11.87,10.34,1.16','11.87/10.34')
r('diff_se','sd_base,sd_test,n_base,n_test,diff_se','2.00,1.50,40,50,'+fmt(se,3),
    '2.00,1.50,40,50,'+fmt(se+.01,3),'sqrt(4/40 + 2.25/50)')
t=f'scipy.stats.ttest_ind_from_stats(8.5, 1.5, 50, 10, 2, 40, equal_var=%s)'
r('t_student',C+',t_student',V+','+fmt(stud.statistic,2),V+','+fmt(wel.statistic,2),t%'True')
r('t_welch',C+',t_welch',V+','+fmt(wel.statistic,2),V+','+fmt(stud.statistic,2),t%'False')
r('t',C+',t',V+','+fmt(wel.statistic,2),V+',-3.70',t%'False')
r('t_se','diff,diff_se,t_welch','-1.50,0.381,-3.94','-1.50,0.381,-3.98','-1.5/0.381')
r('df_student','n_base,n_test,df_student','40,50,88','40,50,90','40 + 50 - 2')
r('df_welch',C+',df_welch',V+','+fmt(df,1),V+',88.0',t%'False'+'.df')
r('p_student',C+',p_student',V+f',{stud.pvalue:.1e}',V+',9.9e-4',t%'True')
r('p_welch',C+',p_welch',V+f',{wel.pvalue:.1e}',V+',9.9e-4',t%'False')
r('p',C+',p',V+f',{stud.pvalue:.1e}',V+',< 0.00001',t%'True')
r('p_student_t','t_student,n_base,n_test,p_student',f'-2.34,40,50,{2*S.t.sf(2.34,88):.3f}',
    '-2.34,40,50,0.020','2*scipy.stats.t.sf(2.34, 88)')
r('p_welch_t','t_welch,df_welch,p_welch',f'2.34,61.5,{2*S.t.sf(2.34,61.5):.3f}','2.34,61.5,0.020',
    '2*scipy.stats.t.sf(2.34, 61.5)')
r('p_t','t,df,p',f'2.34,61.5,{2*S.t.sf(2.34,61.5):.3f}','2.34,61.5,0.020',
    '2*scipy.stats.t.sf(2.34, 61.5)')
r('d',C+',d',V+','+fmt(d,2),V+',-0.75','(8.5 - 10)/sqrt((39*4 + 49*2.25)/88)')
r('d_t','t_student,n_base,n_test,d','-4.06,40,50,'+fmt(-4.06*math.sqrt(1/40+1/50),3),
    '-4.06,40,50,-0.863','-4.06*sqrt(1/40 + 1/50)')
pd=2*S.t.sf(.86/math.sqrt(1/40+1/50),88)
r('p_student_d','d,n_base,n_test,p_student',f'0.860,40,50,{pd:.1e}','0.860,40,50,2e-5',
    '2*scipy.stats.t.sf(0.86/sqrt(1/40 + 1/50), 88)')
J=math.exp(math.lgamma(44)-math.lgamma(43.5))*math.sqrt(1/44)
r('g','d,n_base,n_test,g','0.8600,40,50,'+fmt(.86*J,3),'0.8600,40,50,0.860',
    '0.86*gamma(88/2)/gamma(87/2)/sqrt(88/2)')
from scipy.optimize import brentq
k=math.sqrt(1/40+1/50)
nc=lambda p: brentq(lambda x: S.nct.cdf(-.86/k,88,x)-p,-9,1)*k
call=("scipy.optimize.brentq(lambda x: scipy.stats.nct.cdf(-0.86/sqrt(1/40 + 1/50), 88, x) - %s, "
      "-9, 1)*sqrt(1/40 + 1/50)")
r('d_lo','d,n_base,n_test,d_lo',f'-0.860,40,50,{nc(.975):.2f}','-0.860,40,50,-1.37',call%'0.975')
r('d_hi','d,n_base,n_test,d_hi',f'-0.860,40,50,{nc(.025):.2f}','-0.860,40,50,-0.35',call%'0.025')
r('g_lo','d_lo,n_base,n_test,g_lo','-1.294,40,50,'+fmt(-1.294*J,3),'-1.294,40,50,-1.294',
    '-1.294*gamma(88/2)/gamma(87/2)/sqrt(88/2)')
hz=.853+S.norm.isf(.025)*math.sqrt(1/40+1/50+.853**2/180)
r('g_hi','g,n_base,n_test,g_hi','0.853,40,50,'+fmt(hz,2),'0.853,40,50,1.21',
    '0.853 + scipy.stats.norm.isf(0.025)*sqrt(1/40 + 1/50 + 0.853^2/180)')
m=dict(n=40)
r('mean_lo','n,mean,sd,mean_lo',f'40,10.00,2.00,{10-tq*2/math.sqrt(40):.2f}','40,10.00,2.00,9.30',
    '10 - scipy.stats.t.isf(0.025, 39)*2/sqrt(40)')
r('mean_hi','n,mean,sd,mean_hi',f'40,10.00,2.00,{10+zq*2/math.sqrt(40):.2f}','40,10.00,2.00,10.70',
    '10 + scipy.stats.norm.isf(0.025)*2/sqrt(40)')
r('middle','mean,mean_lo,mean_hi','10.00,9.36,10.64','10.05,9.36,10.64','(9.36 + 10.64)/2')
r('diff_lo',C+',diff_lo',V+','+fmt(mt-mb-S.t.isf(.025,df)*se,2),V+',-2.50',
    '8.5 - 10 - scipy.stats.t.isf(0.025, 72.2)*sqrt(4/40 + 2.25/50)')
r('diff_hi',C+',diff_hi',V+','+fmt(mt-mb+S.t.isf(.025,88)*sp*math.sqrt(1/nb+1/nt),2),V+',-0.60',
    '8.5 - 10 + scipy.stats.t.isf(0.025, 88)*sqrt((39*4 + 49*2.25)/88*(1/40 + 1/50))')
r('diff_middle','diff,diff_lo,diff_hi','-1.50,-2.26,-0.74','-1.50,-2.26,-0.64','(-2.26 - 0.74)/2')
r('t_upper','diff,diff_se,margin,t_upper',f'0.197,0.254,1,{(.197-1)/.254:.3f}',
    '0.197,0.254,1,-3.258','(0.197 - 1)/0.254')
r('t_lower','diff,diff_se,margin,t_lower',f'0.197,0.254,1,{(.197+1)/.254:.3f}',
    '0.197,0.254,1,3.161','(0.197 + 1)/0.254')
r('p_upper','t_upper,df_welch,p_upper',f'-3.158,146.7,{S.t.sf(3.158,146.7):.5f}',
    '-3.158,146.7,0.00196','scipy.stats.t.sf(3.158, 146.7)')
r('p_lower','t_lower,df_welch,p_lower',f'4.711,146.7,{S.t.sf(4.711,146.7):.6f}',
    '4.711,146.7,0.000006','scipy.stats.t.sf(4.711, 146.7)')
r('p_tost','p_upper,p_lower,p_tost','0.00096,0.000003,0.00096','0.00096,0.000003,0.000003',
    'max(0.00096, 0.000003)')
z=S.norm.isf(.025)+S.norm.isf(.2)
r('mde_d','alpha,power,n,mde_d',f'0.05,0.80,1620,{z*math.sqrt(2/1620):.3f}',
    f'0.05,0.80,1620,{z*math.sqrt(1/1620):.3f}',
    '(scipy.stats.norm.isf(0.025) + scipy.stats.norm.isf(0.2))*sqrt(2/1620)')
r('mde','mde_d,sd,mde','0.098,8.40,0.83','0.098,8.40,0.58','0.098*8.4')
r('mde_n','alpha,power,n,sd,mde',f'0.05,0.80,270,2.0,{z*math.sqrt(2/270)*2:.2f}',
    '0.05,0.80,270,2.0,0.34','(scipy.stats.norm.isf(0.025) + '
                             'scipy.stats.norm.isf(0.2))*sqrt(2/270)*2')
r('bonferroni_alpha','alpha,tests,bonferroni_alpha','0.05,5,0.01','0.05,5,0.02','0.05/5')
r('holm_alpha','alpha,tests,rank,holm_alpha','0.05,5,3,0.0167','0.05,5,3,0.0250','0.05/(5 - 3 + 1)')
r('ms','ss,df,ms','28793,2,14397','28793,2,14390','28793/2')
r('rows','n,errors,rows','540,12,552','540,12,540','540 + 12')
r('error_pct','errors,rows,error_pct','12,552,2.2%','12,552,2.4%','100*12/552')
r('outlier_pct','outliers,n,outlier_pct','5,540,0.9%','5,540,1.0%','100*5/540')
r('error_share','rows,error_pct','40,37.5%','40,38.8%','100*15/40')
r('outlier_share','n,outlier_pct','21,14.3%','21,15.3%','100*3/21')
r('mean_min','mean,min','3.0,2.0','3.0,4.0','')
r('mean_max','mean,max','3.0,4.0','3.0,2.0','')
r('median_min','median,min','3.0,2.0','3.0,4.0','')
for a,b in (('median','p90'),('median','p95'),('p90','p95'),('p95','p99'),('p99','max')):
    r(f'{a}_{b}',f'{a},{b}','3.0,4.0','4.0,3.0','')
r('in_interval_lo','mean,mean_lo','3.0,2.9','3.0,3.2','')
r('in_interval_hi','mean,mean_hi','3.0,3.1','3.0,2.8','')
r('sd_range','min,max,n,sd','1.00,2.00,10,0.50','1.00,2.00,10,0.60','(2 - 1)/2*sqrt(10/9)')
r('max_sd','mean,sd,n,max','10.0,1.0,10,12.8','10.0,1.0,10,13.2','10 + 9/sqrt(10)')
r('min_sd','mean,sd,n,min','10.0,1.0,10,7.2','10.0,1.0,10,6.8','10 - 9/sqrt(10)')
r('median_sd','median,mean,sd','9.0,10.0,1.0','8.0,10.0,1.0','')
w=csv.writer(open('tests/ref/arith.csv','w'),lineterminator='\n')
w.writerow(['relation','columns','good','bad','call'])
w.writerows(rows)
print(len(rows))
